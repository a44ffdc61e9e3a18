"""Connect by TCP."""
# verdict: runtime_error
# told: Operation not permitted

import socket

socket.create_connection(("127.0.0.1", @PORT@), timeout=2).sendall(b"stolen")
