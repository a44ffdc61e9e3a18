"""Replace standard output by something that raises."""
# verdict: accepted

import sys

sys.stdout = sys.stderr = None
