"""Proves a reference before a student meets it: nothing right is rejected, nothing wrong is missed."""
