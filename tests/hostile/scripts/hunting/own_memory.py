"""Scan the child's own heap, which it shares with the server, for the reference's words and earlier submissions."""
# verdict: wrong_answer,runtime_error

import ctypes
import gc

# Written backwards, so that a hit is not this very source.
needles = ["@MARKER_REVERSED@"[::-1].encode(), "@WORDS_REVERSED@"[::-1].encode()]
arena = 1 << 20
starts = {id(thing) // arena * arena for thing in gc.get_objects()}
seen = 0
for start in sorted(starts):
    memory = ctypes.string_at(start, arena)
    seen += len(memory)
    for number, needle in enumerate(needles):
        if memory.count(needle) > 1:
            print("found needle", number)
print("scanned", seen)


def manual_layer_norm(x, gamma, beta, eps=1e-5):
    return x
