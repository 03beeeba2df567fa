"""The table: the page of a game in progress, and the pages that open from it."""
