"""Pages and drawings of `docs/` that are made from the sources."""
