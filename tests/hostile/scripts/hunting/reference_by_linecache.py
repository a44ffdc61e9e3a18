"""Let linecache, which reads files for tracebacks, read the reference."""
# verdict: wrong_answer

import linecache

print(linecache.getlines("@REFERENCE@"))
source = "".join(linecache.getlines("@REFERENCE@"))
exec(source)
if not source:
    def manual_layer_norm(x, gamma, beta, eps=1e-5):
        return x
