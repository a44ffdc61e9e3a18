"""Reads what a learner hands in: bytes to text, notebook to code, text to compiled pieces."""
