"""The course on disk as typed content; all faults of its files are told at once."""
