"""Frozen types and errors that every layer shares; nothing here imports torch."""
