"""Cthulhu Wars: the whole evening, with all factions and neutral pieces.

Where to find what: `flow.py` names the phases in order and each has its file; `battle/` is the battle guide, one
module per step; `units.py` is the ground, `parts.py` what factions and cards are made of, `faction.py` every door
through which a faction's rules come in, `roster.py` knows which factions there are, and `factions/` holds each of them
whole in one file: numbers, abilities, requirements, facts, help. Nothing outside that folder names one. `state.py` is
what is known, `facts/` what can happen to it, `data/` the boards.

What people look for: Power and the half-of-leader rule in `gather_power.py`; what a turn offers in `palette.py`, its
common Actions in `common_actions.py` and `moving.py`; the Ritual in `ritual.py`, its tracks in `maps.py`, the marker on
them in `ritual_marker.py`; where to retreat in `battle/retreat.py`; the numbers of neutral cards in `neutral.py`, what
each does in `cards/`; how much the companion leaves to the table in `help_level.py` and `by_hand.py`.
"""

from companion.games.cthulhu_wars import factions as factions
