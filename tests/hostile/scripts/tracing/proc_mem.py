"""Write into the judge's memory."""
# verdict: runtime_error
# told: Permission denied|Operation not permitted

open("/proc/@JUDGE@/mem", "r+b")
