"""Reads a submission's computation back: graph, names, expression, deviations from what is asked."""
