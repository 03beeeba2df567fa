"""The root of the window, and the pages around a game: home, all games, settings, what went wrong."""
