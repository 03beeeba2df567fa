"""The faction battles of *Messina*: sides, strength, secret cards, and an aftermath in fixed order."""
