"""Save to memory and load again, deep copies and pickles."""

import copy
import io
import pickle

import torch

model = torch.nn.Linear(3, 3)
memory = io.BytesIO()
torch.save(model.state_dict(), memory)
memory.seek(0)
model.load_state_dict(torch.load(memory))
copy.deepcopy(model)
pickle.loads(pickle.dumps(model))
