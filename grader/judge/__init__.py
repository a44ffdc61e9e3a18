"""Compares observations and says what they mean; the only layer that loads reference/."""
