"""The arithmetic of a combat, and its exact odds."""
