"""Open a raw and a packet socket."""
# verdict: runtime_error
# told: Operation not permitted

import socket

try:
    socket.socket(socket.AF_PACKET, socket.SOCK_RAW)
except PermissionError:
    socket.socket(socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_ICMP)
