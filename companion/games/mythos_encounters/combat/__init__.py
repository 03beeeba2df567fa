"""A combat from the unstable Gate to its end."""
