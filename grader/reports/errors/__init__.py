"""What errors of Python or torch mean, as tables of rules by subject."""
