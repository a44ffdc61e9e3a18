"""Compares observations with the reference's, which nobody else loads."""
