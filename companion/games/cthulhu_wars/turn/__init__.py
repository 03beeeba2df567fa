"""A turn of the evening: phases, Actions, spellbooks, the Ritual and victory."""
