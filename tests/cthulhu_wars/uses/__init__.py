"""Counts the uses of every ability over random evenings and battles, and holds each against a statement of its effect
that is written from the rules reference and takes nothing from the program: `python -m tests.cthulhu_wars.uses`."""
