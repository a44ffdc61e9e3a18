"""Connect to a unix socket."""
# verdict: runtime_error
# told: Operation not permitted

import socket

socket.socket(socket.AF_UNIX).connect("@OUTBOX@")
