"""Starts the touchscreen: environment, display, main loop, the application itself."""
