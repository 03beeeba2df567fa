"""Whole machines, emulated or in a root of their own, on which the promises of the product are tried."""
