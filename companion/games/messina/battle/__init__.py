"""A battle up to its victor: sides, strengths, Skill Cards and Chance Cards."""
