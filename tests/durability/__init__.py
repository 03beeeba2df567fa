"""Attempts to lose a game: damaged files, failing disks, processes killed, the power cut."""
