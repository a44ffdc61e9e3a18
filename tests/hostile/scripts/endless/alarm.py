"""Reset timers again and again, so that no alarm is heard."""
# verdict: time_limit
# wall: 2

import signal

while True:
    signal.setitimer(signal.ITIMER_REAL, 3600)
    signal.signal(signal.SIGALRM, signal.SIG_IGN)
