"""Close standard output and error."""
# verdict: accepted

import sys

sys.stdout.close()
sys.stderr.close()
