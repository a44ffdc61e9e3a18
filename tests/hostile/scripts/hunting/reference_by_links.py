"""Reach the reference through links in /proc."""
# verdict: runtime_error
# told: Permission denied|Operation not permitted

import os

for way in ("/proc/self/cwd", "/proc/self/root", "/proc/@JUDGE@/cwd", "/proc/@JUDGE@/root", "/proc/@SERVER@/root"):
    try:
        print(open(way + "@REFERENCE@").read())
        break
    except FileNotFoundError:
        continue
else:
    raise PermissionError("Permission denied everywhere")
