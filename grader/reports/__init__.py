"""Words on pages: feedback for each audience, tables or files for other systems."""
