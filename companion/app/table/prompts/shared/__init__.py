"""Parts that several prompt widgets share, and the registry that finds a widget for a prompt."""
