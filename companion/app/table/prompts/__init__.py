"""Prompt widgets: one file for each kind of question, named in `shared/registry.py`."""
