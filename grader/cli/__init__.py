"""Words and screens."""
