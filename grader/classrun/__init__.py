"""Grades a whole class: from a folder of hand-ins to stored results."""
