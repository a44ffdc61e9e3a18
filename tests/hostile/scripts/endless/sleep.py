"""Sleep."""
# verdict: time_limit
# wall: 2

import time

time.sleep(3600)
