"""Catch every refusal of memory and ask again."""
# verdict: time_limit
# wall: 2

while True:
    try:
        bytearray(1 << 40)
    except MemoryError:
        pass
