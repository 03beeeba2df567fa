"""Who fights, and with which Units."""
