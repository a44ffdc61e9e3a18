"""Compute in a pool of processes."""
# verdict: runtime_error

import multiprocessing

with multiprocessing.Pool(4) as pool:
    pool.map(abs, range(4))
