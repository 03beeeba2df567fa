"""The combat of *Mythos Encounters*: pools of dice, cards of everybody at the table, two ranked rows, at most twice.

Where to find what, from the bottom up: `model/` is what is known, `facts.py` what can happen to it, `rules/` the
arithmetic, `setup/` who fights, `combat/` the steps, `flow.py` combat after combat, `view/` what people see,
`game.py` the game as the engine knows it.
"""
