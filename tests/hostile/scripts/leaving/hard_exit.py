"""Leave with success at import, past every handler."""
# verdict: runtime_error

import os

os._exit(0)
