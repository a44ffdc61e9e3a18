"""Read the reference by its absolute path."""
# verdict: runtime_error
# told: Permission denied

print(open("@REFERENCE@").read())
