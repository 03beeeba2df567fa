"""Measures how the modules of a checkout hang together; `python -m tests.house` prints it."""
