"""Send over one's own channel by sendmsg, with a descriptor attached."""
# verdict: runtime_error
# told: Operation not permitted

import socket

for number in range(3, 64):
    try:
        channel = socket.socket(fileno=number)
    except OSError as error:
        if error.errno == 9:
            continue
        raise
    socket.send_fds(channel, [b"here"], [0])
