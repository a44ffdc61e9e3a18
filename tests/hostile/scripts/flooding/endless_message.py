"""Raise an exception whose message has sixteen mebibytes."""
# verdict: runtime_error

raise RuntimeError("m" * (1 << 24))
