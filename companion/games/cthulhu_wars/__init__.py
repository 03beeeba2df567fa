"""Cthulhu Wars: the whole evening."""
