"""Write binary noise straight to descriptors 1 and 2."""
# verdict: accepted

import os

os.write(1, bytes(range(256)) * 64)
os.write(2, b"\xff\xfe\x00" * 64)
