"""The arithmetic of a battle, free of questions and state.

units       kinds of Units, their strengths, what counts as what
winner      totals, tie-breaks, overwhelming superiority
pairs       Killing Pairs, and the cards drawn for Units without one
cards       what a Chance Card does to loser, victor and supporters; dealing to pooled factions
sides       who fights whom, and the stand-off
retreat     where losers may go, and who dies on the way
"""
