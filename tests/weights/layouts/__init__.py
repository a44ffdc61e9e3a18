"""Right implementations, each with its weights laid out otherwise, and a few wrong ones."""
