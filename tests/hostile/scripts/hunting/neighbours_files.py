"""Read a classmate's file beside one's own."""
# verdict: runtime_error
# told: Permission denied

print(open("@CANARY@/secret.txt").read())
