"""The table: the page of a game in progress, and what opens from it."""
