"""Ignore every signal that can be ignored, then loop."""
# verdict: time_limit
# wall: 2

import signal

for number in signal.valid_signals():
    try:
        signal.signal(number, signal.SIG_IGN)
    except (OSError, ValueError):
        pass
while True:
    pass
