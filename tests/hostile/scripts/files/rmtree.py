"""Remove a whole folder."""
# verdict: runtime_error
# told: Permission denied|Operation not permitted

import shutil

shutil.rmtree("@CANARY@")
