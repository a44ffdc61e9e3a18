"""Raise an exception whose text never ends."""
# verdict: time_limit
# wall: 2

class Endless(Exception):
    def __str__(self):
        while True:
            pass


raise Endless
