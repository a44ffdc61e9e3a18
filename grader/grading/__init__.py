"""Grades one submission: the sandbox together with the judge."""
