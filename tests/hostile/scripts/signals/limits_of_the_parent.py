"""Take the server's descriptors away by prlimit."""
# verdict: runtime_error
# told: Operation not permitted

import os
import resource

resource.prlimit(os.getppid(), resource.RLIMIT_NOFILE, (0, 0))
