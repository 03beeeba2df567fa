"""Controls: tiles, tokens, lists, dice, charts."""
