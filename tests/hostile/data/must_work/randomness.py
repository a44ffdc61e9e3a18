"""Seeds, generators and distributions."""

import random

import numpy
import torch

torch.manual_seed(0)
random.seed(0)
numpy.random.seed(0)
numpy.random.default_rng(0).normal(size=3)
torch.randn(3, generator=torch.Generator().manual_seed(1))
torch.distributions.Categorical(torch.ones(3)).sample()
torch.nn.init.xavier_uniform_(torch.empty(3, 3))
