"""Takes submissions in: files, folders, archives, platforms' exports; never runs or parses code."""
