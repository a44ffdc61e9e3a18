"""Words and pages: feedback for each audience, tables and files for other systems."""
