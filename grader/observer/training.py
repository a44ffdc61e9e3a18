"""Trains a built model as a case asks: one thread, fixed order of batches, drawing only what the model draws."""

from __future__ import annotations

from typing import Any

import torch
from torch.nn import functional as F

from grader.domain.case import Train


class Trainer:
    """A module and its Adam, which go on from one training step of the case to the next."""

    def __init__(self, module: Any, learning_rate: float) -> None:
        self.module = module
        self.optimizer = torch.optim.Adam(module.parameters(), lr=learning_rate)

    def run(self, step: Train) -> None:
        """Take one step of Adam on the mean cross-entropy of each batch of `step`, in training mode."""
        self.module.train()
        for start in range(0, len(step.labels), step.batch):
            rows = slice(start, start + step.batch)
            logits = self.module(*(values[rows].clone() for values in step.inputs))
            loss = F.cross_entropy(logits, step.labels[rows])
            self.optimizer.zero_grad()
            torch.autograd.backward(loss)
            self.optimizer.step()
