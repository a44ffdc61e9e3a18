"""Runs cases over an implementation and records what can be seen from outside."""
