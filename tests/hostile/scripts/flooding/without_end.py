"""Print without end."""
# verdict: output_limit
# wall: 5

while True:
    print("x" * 65536)
