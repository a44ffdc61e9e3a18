"""Locks a process in for good, before it reads a byte of student code."""
