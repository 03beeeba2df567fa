"""Pages that open from the table page."""
