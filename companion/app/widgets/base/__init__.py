"""Base classes of widgets: custom drawing, labels, buttons, .kv rules."""
