"""Corrections by hand, and how much the companion helps."""
