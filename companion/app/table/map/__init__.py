"""Drawn maps: areas, their names and the marks on them."""
