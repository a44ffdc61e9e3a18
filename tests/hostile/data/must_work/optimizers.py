"""Every optimizer of torch takes a step."""

import torch

for name in (
    "SGD",
    "Adam",
    "AdamW",
    "Adagrad",
    "Adadelta",
    "Adamax",
    "NAdam",
    "RAdam",
    "RMSprop",
    "Rprop",
    "ASGD",
    "LBFGS",
):
    model = torch.nn.Linear(3, 3)
    optimizer = getattr(torch.optim, name)(model.parameters(), lr=0.01)

    def closure():
        optimizer.zero_grad()
        loss = model(torch.ones(2, 3)).square().mean()
        loss.backward()
        return loss

    optimizer.step(closure)
