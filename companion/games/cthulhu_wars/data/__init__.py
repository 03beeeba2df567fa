"""Data files of the game."""
