"""One module per screen; each has its .kv file of the same name."""
