"""Finds where the weights of a reference may go in a module that is laid out in another way."""
