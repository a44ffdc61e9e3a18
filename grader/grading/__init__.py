"""Grades one submission: the sandbox and the judge together."""
