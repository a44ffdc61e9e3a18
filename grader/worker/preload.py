"""Imports or runs in the server what a locked child could not, or only slowly, do for the first time.

Cold is for one submission: it costs a millisecond, and a child that needs more imports it itself where
Landlock lets it read (a torch optimizer: a second). Warm is for many submissions, and for machines without
Landlock, where a child can open nothing at all. Neither starts a thread.
"""

from __future__ import annotations

import importlib
import io
import json
import os
import warnings
from typing import Any

import torch
from torch import nn

from grader.domain.verdict import Confinement
from grader.source.notebook import read_cells

COMPILE_REFUSAL = "torch.compile is not available in the grader"

_LATE_IMPORTS = (
    # Every optimizer's step, checkpoint, torch.func.grad and jacrev.
    "torch._dynamo",
    "torch._decomp.decompositions_for_jvp",
    "torch.utils.checkpoint",
    "torch.utils.serialization",
    "torch.utils.data",
    "torch.nn.attention.flex_attention",
    "torch.profiler._cupti_monitor",
    "torch._subclasses.schema_check_mode",
    "torch.fx.experimental.symbolic_shapes",
    "numpy.random",
    "unittest.mock",
    "encodings.utf_8", "encodings.utf_8_sig", "encodings.utf_16", "encodings.latin_1", "encodings.cp1252",
    "encodings.gbk", "encodings.gb18030", "encodings.idna", "encodings.ascii",
    "linecache", "traceback", "statistics", "decimal", "fractions", "datetime", "hashlib", "secrets", "uuid",
    "pprint", "csv", "zipfile", "gzip", "cProfile", "asyncio", "concurrent.futures.thread",
    "concurrent.futures.process", "multiprocessing.popen_fork", "multiprocessing.pool",
    "multiprocessing.synchronize", "multiprocessing.queues", "einops", "tqdm",
)  # fmt: skip


def preload_cold() -> None:
    """Do what a locked child could not: look at the processor; make `torch.set_num_threads` do nothing.

    torch reads /proc/cpuinfo at its first operation and complains aloud where it cannot. Importing
    `torch._dynamo` makes a cache folder, unless it is told one that exists.
    """
    torch.backends.cpu.get_cpu_capability()
    os.environ.setdefault("TORCHINDUCTOR_CACHE_DIR", os.sep)
    _keep_one_thread()
    _refuse_compile()


def preload_warm() -> None:
    """Do what preload_cold does, import its list of imports and the usual operations once: some seconds."""
    preload_cold()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for name in _LATE_IMPORTS:
            _import_if_present(name)
        _run_layers()
        _run_transforms()
        _run_training()
        _read_notebook()


def preload(level: Confinement, *, many: bool) -> None:
    """Choose: warm for `many` submissions and where children can open no file (level no-opens), else cold."""
    if many or level is Confinement.NO_OPENS:
        preload_warm()
    else:
        preload_cold()


def _import_if_present(name: str) -> None:
    try:
        importlib.import_module(name)
    except ModuleNotFoundError:  # another version of torch keeps it elsewhere; the child pays, or is told
        return


def _keep_one_thread() -> None:
    """A learner's `torch.set_num_threads(4)` would end the child: libgomp exits where it gets no thread."""

    def ignore(nthreads: int) -> None:
        return None

    torch.set_num_threads = ignore
    torch.set_num_interop_threads = ignore


def _refuse_compile() -> None:
    """The compiler wants a temporary folder and processes; say so before it tries for four seconds."""

    def refuse(*_arguments: Any, **_options: Any) -> Any:
        raise RuntimeError(COMPILE_REFUSAL)

    torch.compile = refuse


def _run_layers() -> None:
    tokens = torch.randn(2, 5, 12, requires_grad=True)
    layers: tuple[nn.Module, ...] = (
        nn.LayerNorm(12), nn.Linear(12, 12), nn.GELU(), nn.Dropout(), nn.Conv1d(5, 5, 3, padding=1),
    )  # fmt: skip
    out = nn.Sequential(*layers)(tokens)
    out = out + nn.MultiheadAttention(12, 3, batch_first=True)(tokens, tokens, tokens)[0]
    out = out + nn.LSTM(12, 12, batch_first=True)(tokens)[0]
    out = nn.TransformerEncoderLayer(12, 3, 20, batch_first=True)(out)
    out.sum().backward()
    nn.TransformerEncoderLayer(12, 3, 20, batch_first=True).eval()(tokens.detach())
    nn.Conv2d(3, 4, 3)(torch.randn(2, 3, 9, 9)).sum().backward()
    torch.einsum("bhqd,bhkd->bhqk", torch.ones(2, 3, 4, 5), torch.ones(2, 3, 6, 5)).softmax(-1)
    heads = torch.ones(2, 3, 4, 5)
    nn.functional.scaled_dot_product_attention(heads, heads, heads)
    repr(tokens)


def _run_transforms() -> None:
    from torch.utils.checkpoint import checkpoint

    point = torch.ones(3)
    torch.func.vmap(torch.dot)(torch.ones(3, 4), torch.ones(3, 4))
    torch.func.jacrev(torch.sin)(point)
    torch.func.jacfwd(torch.sin)(point)
    for reentrant in (False, True):
        checkpoint(torch.sin, point.clone().requires_grad_(), use_reentrant=reentrant).sum().backward()
    double = torch.ones(3, dtype=torch.float64, requires_grad=True)
    torch.autograd.gradcheck(torch.sin, double)
    torch.testing.assert_close(point, point)
    torch.jit.trace(nn.Linear(3, 3), torch.ones(2, 3))  # type: ignore[no-untyped-call]  # torch has none here


def _read_notebook() -> None:
    """A notebook of an old version takes every way through the reader."""
    cell = {"cell_type": "code", "input": "x = 1", "language": "python", "outputs": [], "metadata": {}}
    notebook = {"nbformat": 3, "nbformat_minor": 0, "metadata": {}, "worksheets": [{"cells": [cell]}]}
    read_cells(json.dumps(notebook), "preload.ipynb")


def _run_training() -> None:
    from torch.utils.data import DataLoader, TensorDataset

    model = nn.Linear(3, 3)
    weights = list(model.parameters())
    for optimizer in (torch.optim.SGD(weights, lr=0.1, momentum=0.9), torch.optim.AdamW(weights)):
        schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda _step: 0.5)
        for (batch,) in DataLoader(TensorDataset(torch.ones(4, 3)), batch_size=2, shuffle=True):
            optimizer.zero_grad()
            loss: torch.Tensor = nn.functional.mse_loss(model(batch), batch)
            loss.backward()  # type: ignore[no-untyped-call]  # torch has none here
            optimizer.step()
        schedule.step()
    memory = io.BytesIO()
    torch.save(model.state_dict(), memory)
    memory.seek(0)
    torch.load(memory)
