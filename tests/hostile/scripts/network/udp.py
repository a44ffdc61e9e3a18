"""Send a datagram."""
# verdict: runtime_error
# told: Operation not permitted

import socket

socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b"stolen", ("127.0.0.1", @PORT@))
