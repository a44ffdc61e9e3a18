"""Reads a class run back: what counts under its rules, and what was found in the room."""
