"""Take all memory at import."""
# verdict: memory_limit

hoard = []
while True:
    hoard.append(bytearray(1 << 24))
