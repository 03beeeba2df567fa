"""The combat of *Mythos Encounters*: pools of dice, cards of everybody at the table, two ranked rows, at most twice."""
