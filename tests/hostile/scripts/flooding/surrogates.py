"""Print lone surrogates, which no encoding knows."""
# verdict: accepted

print("\ud800\udfff")
