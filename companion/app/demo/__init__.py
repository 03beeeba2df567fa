"""Robot that plays by touches, for demo and tests. Nothing of the product imports it."""
