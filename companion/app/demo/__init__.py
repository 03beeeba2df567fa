"""A robot that plays by touches, for the demo and for tests. Nothing of the product imports it."""
