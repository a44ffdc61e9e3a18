"""vmap, jacobians, gradients and hessians of torch.func."""

import torch

point = torch.ones(3)
torch.vmap(torch.dot)(torch.ones(2, 3), torch.ones(2, 3))
torch.func.jacrev(torch.sin)(point)
torch.func.jacfwd(torch.sin)(point)
torch.func.grad(lambda x: x.sin().sum())(point)
torch.func.hessian(lambda x: x.sin().sum())(point)
torch.autograd.functional.jacobian(torch.sin, point)
model = torch.nn.Linear(3, 3)
torch.func.functional_call(model, dict(model.named_parameters()), point)
