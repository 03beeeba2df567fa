"""A touchscreen companion that sits beside a board game."""

__version__ = "0.2.0"
