"""Compile and load a C++ extension."""
# verdict: runtime_error

from torch.utils.cpp_extension import load_inline

load_inline("evil", cpp_sources="int f() { return 1; }", functions=["f"])
