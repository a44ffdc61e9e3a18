"""Finds where the reference's weights may go in a module whose author chose other names and shapes."""
