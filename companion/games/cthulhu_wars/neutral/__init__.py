"""Neutral pieces: Loyalty Cards, independent Great Old Ones and their spellbooks (reference 7)."""
