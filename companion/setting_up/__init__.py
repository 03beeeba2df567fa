"""Helpers of the set-up. Standard library only, and nothing of the companion: nothing else is there yet."""
