"""List the home and the working folder."""
# verdict: runtime_error
# told: Permission denied

import os
import pathlib

for place in (os.path.expanduser("~"), os.getcwd(), "/", "/tmp", "/etc"):
    try:
        print(os.listdir(place))
        break
    except PermissionError:
        continue
else:
    raise PermissionError("Permission denied everywhere")
