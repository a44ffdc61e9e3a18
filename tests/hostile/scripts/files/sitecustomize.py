"""Plant a sitecustomize, a .pth file and a shell profile for the next start."""
# verdict: runtime_error
# told: Permission denied

import os
import site

places = [os.path.join(folder, "planted.pth") for folder in site.getsitepackages()]
places += [os.path.expanduser("~/.bashrc"), "@CANARY@/sitecustomize.py"]
for place in places:
    try:
        with open(place, "a") as file:
            file.write("\n")
        break
    except PermissionError:
        continue
else:
    raise PermissionError("Permission denied everywhere")
