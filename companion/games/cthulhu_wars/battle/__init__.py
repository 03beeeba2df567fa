"""The battle guide: one module per step of the rulebook's battle chapter."""
