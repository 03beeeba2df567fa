"""The headless interface: a game driven by lines of JSON. See `docs/headless.md`."""
