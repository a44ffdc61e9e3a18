"""Runs cases over an implementation: records what can be seen from outside."""
