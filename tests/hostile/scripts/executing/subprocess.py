"""Run a program."""
# verdict: runtime_error
# told: Operation not permitted|Resource temporarily

import subprocess

subprocess.run(["/bin/sh", "-c", "echo stolen > @CANARY@/program"], check=True)
