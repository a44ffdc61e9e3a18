"""Read the server's memory through /proc."""
# verdict: runtime_error
# told: Permission denied|Operation not permitted

with open("/proc/@SERVER@/mem", "rb") as memory:
    print(memory.read(1))
