"""What measures, tries and draws the product, and is no test: each is a command of `docs/contributing.md`."""
