"""Cthulhu Wars: the whole evening with the core box.

Where to find what: `flow.py` names the phases in order and each has its file; `battle/` is the battle guide, one
module per step; `factions/` holds one file per faction with its numbers, abilities and requirements; `data/` the
boards. `state.py` is what is known, `facts.py` what can happen to it.
"""
