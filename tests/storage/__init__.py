"""Checks of the games on the disk and of the settings."""
