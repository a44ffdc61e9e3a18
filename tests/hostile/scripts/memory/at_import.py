"""Take all memory at import."""
# verdict: memory_limit,runtime_error

hoard = []
while True:
    hoard.append(bytearray(1 << 24))
