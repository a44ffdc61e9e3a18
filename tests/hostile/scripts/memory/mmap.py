"""Map all memory."""
# verdict: runtime_error
# told: Cannot allocate memory

import mmap

maps = [mmap.mmap(-1, 1 << 28) for _ in range(1000)]
