"""Compute a power that has no end."""
# verdict: time_limit
# wall: 2

print(len(str(7 ** (7 ** 12))))
