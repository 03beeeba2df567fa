"""Puts one small fault at a time into the factions and cards of Cthulhu Wars, and says which ones no test catches."""
