"""Look for secrets in the environment."""
# verdict: wrong_answer

import os

print(dict(os.environ))
assert not {name for name in os.environ if "TOKEN" in name or "SECRET" in name}


def manual_layer_norm(x, gamma, beta, eps=1e-5):
    return x
