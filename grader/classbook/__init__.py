"""Reads a class run back: what counts under its rules, what was found in the room."""
