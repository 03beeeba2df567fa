"""Boards with rules of their own, and the option for any board: each is one more source of rules, like a card."""
