"""Rules that every phase shares: the Pool, losses, Elder Signs, surcharges, assigning results."""
