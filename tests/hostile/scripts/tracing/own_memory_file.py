"""Write into read-only memory through one's own memory file."""
# verdict: runtime_error
# told: Permission denied

open("/proc/self/mem", "r+b")
