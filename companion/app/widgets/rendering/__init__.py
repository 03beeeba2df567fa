"""Rendering: sprites on shared textures, and repainting by rectangles where no graphics processor helps."""
