"""Raise the recursion limit and overflow the stack."""
# verdict: runtime_error
# told: crash|SIGSEGV

import sys

sys.setrecursionlimit(1 << 30)


class Deep:
    def __repr__(self):
        return repr(self)


repr(Deep())


def dive(n):
    return [dive(n + 1) for _ in "a"]


dive(0)
