"""Empty a file by opening it to read."""
# verdict: runtime_error
# told: Permission denied

import os

os.open("@CANARY@/secret.txt", os.O_RDONLY | os.O_TRUNC)
