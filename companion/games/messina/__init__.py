"""The faction battles of *Messina*: sides, strength, secret cards, and an aftermath in fixed order.

Where to find what, from the bottom up: `model/` is what is known, `facts.py` what can happen to it, `rules/` the
arithmetic, `setup/` and `battle/` the steps up to the victor, `aftermath/` what follows, `flow.py` the Round, `view/`
what people see, `game.py` the game as the engine knows it.
"""
