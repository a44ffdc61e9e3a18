"""Read the judge's environment."""
# verdict: runtime_error
# told: Permission denied

print(open("/proc/@JUDGE@/environ").read())
