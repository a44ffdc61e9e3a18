"""Loop at import."""
# verdict: time_limit
# wall: 2

while True:
    pass
