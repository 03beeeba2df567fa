"""Rendering: sprites on shared textures, snapshots of widgets, and motions."""
