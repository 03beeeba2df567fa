"""Header of the table page: phase, tracks, clock and icon keys."""
