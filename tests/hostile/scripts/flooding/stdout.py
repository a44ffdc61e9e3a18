"""Print two mebibytes: capped, and graded all the same."""
# verdict: accepted

print("x" * (1 << 21))
