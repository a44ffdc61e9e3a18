"""Words on screens."""
