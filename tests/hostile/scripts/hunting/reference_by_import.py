"""Import the reference as a package, with the project on the path."""
# verdict: runtime_error
# told: reference

import sys

sys.path.insert(0, "@PROJECT@")
from reference.ex01_manual_layer_norm.solution import manual_layer_norm
