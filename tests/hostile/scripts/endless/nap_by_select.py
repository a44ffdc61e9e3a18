"""Wait for nothing by select, and work at every half second."""
# verdict: time_limit
# wall: 3

import select
import time


def manual_layer_norm(x, gamma, beta, eps=1e-5):
    while True:
        select.select([], [], [], 0.45)
        end = time.monotonic() + 0.05
        while time.monotonic() < end:
            pass
