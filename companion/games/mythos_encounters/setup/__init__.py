"""Who sits at the table, who fights, and with what."""
