"""Cthulhu Wars: the whole evening, with all factions and neutral pieces.

From the bottom up: `model/` is what is known (`state.py`), what factions and cards are made of (`faction.py`,
`neutral_cards.py`) and the maps; `facts/` is what can happen; `rules/` are rules that several parts need; `neutral/`
are Loyalty Cards, each card whole in its own file in `neutral/cards/`; `battle/` is the battle guide, a module for
each step; `corrections/`, `setup/` and `quick_battle/` are what their names say; `turn/` has a module for each phase,
which `flow.py` names in order; `view/` is what people see. `factions/` holds each faction whole in one file, and
nothing outside that folder names one. `data/` are the boards; `api.py` is for own factions.

What people look for: Power and the half-of-leader rule in `turn/gather_power.py`; what a turn offers in
`turn/palette.py`, its Common Actions in `turn/common_actions.py` and `turn/moving.py`; the Ritual in
`neutral/ritual.py`, its tracks in `model/maps.py`, the marker on them in `rules/ritual_marker.py`; where to retreat in
`battle/retreat.py`; how much the companion leaves to the table in `corrections/help_level.py`, and evenings by hand
in `turn/manual_evening.py`.
"""

from companion.games.cthulhu_wars import factions as factions
