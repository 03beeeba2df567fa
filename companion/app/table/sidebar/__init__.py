"""Sidebar of the table page: ledger, last events and what an undo leaves to do."""
