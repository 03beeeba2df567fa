"""Base classes of pages, and pages for typing and reading."""
