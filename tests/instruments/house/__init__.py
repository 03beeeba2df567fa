"""Measures how the modules of a checkout hang together; `python -m tests.instruments.house` prints it."""
