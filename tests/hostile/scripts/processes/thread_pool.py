"""Compute in a pool of threads."""
# verdict: runtime_error
# told: can't start new thread

from concurrent.futures import ThreadPoolExecutor

with ThreadPoolExecutor(4) as pool:
    list(pool.map(abs, range(4)))
