"""Cthulhu Wars: the whole evening with the core box.

Where to find what: `flow.py` names the phases in order and each has its file; `battle/` is the battle guide, one
module per step; `units.py` is the ground, `faction.py` names every door through which a faction's rules come in,
`roster.py` knows which factions there are, and `factions/` holds each of them whole in one file: numbers, abilities,
requirements, facts, help. Nothing outside that folder names one. `state.py` is what is known, `facts/` what can happen
to it, `data/` the boards.
"""

from companion.games.cthulhu_wars import factions as factions
