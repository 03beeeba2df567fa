"""Widgets and pages that others are made of. They know no game and no hardware."""
