"""Model: units, maps, cards, factions and the state of a game. It asks nothing and changes nothing."""
