"""Let a regular expression backtrack for ever."""
# verdict: time_limit
# wall: 2

import re

re.match(r"(a+)+$", "a" * 60 + "b")
