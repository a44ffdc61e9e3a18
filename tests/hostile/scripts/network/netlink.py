"""Talk to the kernel's network configuration."""
# verdict: runtime_error
# told: Operation not permitted

import socket

socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 0)
