"""Make a device node for the disk."""
# verdict: runtime_error
# told: Operation not permitted

import os

os.mknod("@CANARY@/disk", 0o060600, os.makedev(8, 0))
