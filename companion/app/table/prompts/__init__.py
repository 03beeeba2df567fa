"""The widgets that ask. Each kind of question has a file, which enters its widget; a new one is imported here."""

from __future__ import annotations

from companion.app.table.prompts import assign, choose, count, form, place, roll, seats, tell, write

__all__ = ["assign", "choose", "count", "form", "place", "roll", "seats", "tell", "write"]
