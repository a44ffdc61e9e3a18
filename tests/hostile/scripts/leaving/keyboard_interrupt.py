"""Raise KeyboardInterrupt at import."""
# verdict: runtime_error

raise KeyboardInterrupt
