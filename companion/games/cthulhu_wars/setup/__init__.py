"""Set-up of a game: seats, map, rulings, own factions and maps."""
