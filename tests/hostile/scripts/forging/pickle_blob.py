"""Send a pickle that would run a command where it is opened."""
# verdict: protocol_violation

import os
import pickle


class Bomb:
    def __reduce__(self):
        return (os.system, ("touch @CANARY@/pickled",))


for number in range(3, 64):
    try:
        os.write(number, pickle.dumps(Bomb()))
    except OSError:
        pass
