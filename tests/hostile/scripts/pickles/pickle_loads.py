"""Load a pickle that runs a command."""
# verdict: runtime_error
# told: Operation not permitted|Permission denied|shell refused

import os
import pickle


class Bomb:
    def __reduce__(self):
        return (os.execv, ("/bin/true", ["true"]))


pickle.loads(pickle.dumps(Bomb()))
