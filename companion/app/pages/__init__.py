"""The shell, and the pages around a game: home, all games, settings, errors."""
