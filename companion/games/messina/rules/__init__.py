"""The arithmetic of a battle, and questions that come up in several of its steps.

pairs       Killing Pairs, and the cards drawn for Units without one
sides       who fights whom, and the stand-off
winner      totals, tie-breaks, overwhelming superiority
cards       what a Chance Card does to loser, victor and supporters; dealing to pooled factions
retreat     where losers may go, and who dies on the way
"""
