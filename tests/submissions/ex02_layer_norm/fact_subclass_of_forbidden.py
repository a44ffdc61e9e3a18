# expect: forbidden
# says: nn.LayerNorm
# says: line 8
# never: line 188
import torch
from torch import nn

class LayerNorm(nn.LayerNorm):
    pass
