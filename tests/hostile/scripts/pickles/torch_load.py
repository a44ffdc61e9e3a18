"""Load a pickle that deletes a file."""
# verdict: runtime_error

import io
import os
import pickle

import torch


class Bomb:
    def __reduce__(self):
        return (os.unlink, ("@CANARY@/secret.txt",))


torch.load(io.BytesIO(pickle.dumps(Bomb())), weights_only=False)
