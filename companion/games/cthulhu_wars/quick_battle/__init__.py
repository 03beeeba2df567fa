"""Quick Battle: two factions fight without a game around them."""
