"""Write a file without end."""
# verdict: runtime_error
# told: Permission denied

with open("@CANARY@/filler", "wb") as file:
    while True:
        file.write(bytes(1 << 20))
