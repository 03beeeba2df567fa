"""The touchscreen, driven by touches in a real window."""
