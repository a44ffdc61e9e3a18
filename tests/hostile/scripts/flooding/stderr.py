"""Write two mebibytes to standard error."""
# verdict: accepted

import sys

for _ in range(2048):
    sys.stderr.write("y" * 1024)
