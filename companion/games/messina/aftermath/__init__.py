"""What follows a battle, in this order (reference 2.6).

dealing          in which order pooled factions are dealt cards
kills            A, B1, B2: routed losers, overwhelming superiority, Killing Pairs
loser_cards      B3: cards against the losers, in their own order
victor_cards     B4: cards against the victors
support_cards    C: one card against each losing supporter
territory        D: the Location Card
spaces           D: which spaces a loser may retreat to
retreat          D: where the survivors go
closing          what is to be done on the board
"""
