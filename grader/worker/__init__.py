"""Runs untrusted code; knows nothing of references, expected values, tolerances or verdicts."""
