"""Make a temporary file."""
# verdict: runtime_error
# told: temporary

import tempfile

tempfile.TemporaryFile()
