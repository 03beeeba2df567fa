"""Battle on the table page: its two halves and its steps."""
