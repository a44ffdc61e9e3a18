"""What the sandbox refuses by design is explained in both languages, and nothing else is."""

from __future__ import annotations

from typing import Any

import pytest

from grader.reports.denied import explain_denied

# As a locked child raised them, with what the explanation must name in English and in Chinese.
RAISED = [
    ("RuntimeError", "can't start new thread", "one thread", "线程"),
    ("BlockingIOError", "[Errno 11] Resource temporarily unavailable", "num_workers=0", "进程"),
    ("PermissionError", "[Errno 1] Operation not permitted", "asyncio", "asyncio"),
    ("RuntimeError", "torch.compile is not available in the grader", "torch.compile", "torch.compile"),
    (
        "FileNotFoundError",
        "[Errno 2] No usable temporary directory found in ['/tmp', '/']",
        "BytesIO",
        "BytesIO",
    ),
    ("PermissionError", "[Errno 13] Permission denied: 'out.txt'", "'out.txt'", "'out.txt'"),
    ("PermissionError", "[Errno 1] Operation not permitted: 'runs'", "'runs'", "'runs'"),
    ("FileNotFoundError", "[Errno 2] No such file or directory: 'data.txt'", "'data.txt'", "'data.txt'"),
    (
        "RuntimeError",
        "[enforce fail at inline_container.cc:747] . open file failed with strerror: Permission denied",
        "opens a file",
        "一个文件",
    ),
    (
        "RuntimeError",
        "unable to open shared memory object </torch_1> in read-write mode",
        "shared",
        "共享内存",
    ),
    ("gaierror", "[Errno -3] Temporary failure in name resolution", "network", "网络"),
    ("URLError", "<urlopen error [Errno -3] Temporary failure in name resolution>", "network", "网络"),
    ("AssertionError", "Torch not compiled with CUDA enabled", "CPU", "CPU"),
    ("EOFError", "EOF when reading a line", "input()", "input()"),
    ("RuntimeError", "The module has an uninitialized parameter", "nn.Linear(", "nn.Linear("),
    ("RuntimeError", "Unable to open /dev/urandom", "manual_seed", "manual_seed"),
    (
        "ModuleNotFoundError",
        "No module named 'torch.utils.tensorboard'",
        "torch.utils.tensorboard",
        "grade doctor",
    ),
    (
        "OSError",
        "Can't get source for <function f>. TorchScript requires source access in order to carry out",
        "torch.jit.script",
        "torch.jit.script",
    ),
    (
        "NotImplementedError",
        "This Python build lacks multiprocessing.synchronize, usually",
        "num_workers",
        "进程",
    ),
]


def test_torch_still_says_it_so() -> None:
    """The words by which a refused torch.jit.script is known are those of the torch that is installed."""
    import torch

    space: dict[str, Any] = {"__name__": "nowhere"}
    exec("def f(x):\n    return x", space)  # a function without a source, as where none can be opened
    with pytest.warns(DeprecationWarning, match="jit"), pytest.raises(OSError, match="TorchScript") as raised:
        torch.jit.script(space["f"])
    text = explain_denied(type(raised.value).__name__, str(raised.value))
    assert text is not None
    assert "torch.jit.script" in text.en


@pytest.mark.parametrize(("exception", "message", "english", "chinese"), RAISED)
def test_each_refusal_is_explained(exception: str, message: str, english: str, chinese: str) -> None:
    """An error that the sandbox causes is explained with the way out, in English and in Chinese."""
    text = explain_denied(exception, message, public=True)
    assert text is not None
    assert english in text.en
    assert chinese in text.zh


@pytest.mark.parametrize(
    ("exception", "message"),
    [
        ("RuntimeError", "mat1 and mat2 shapes cannot be multiplied (2x3 and 4x5)"),
        ("ValueError", "can't start new thread"),
        ("ModuleNotFoundError", "No module named 'einops'"),
        ("EOFError", ""),
        ("AssertionError", ""),
        ("PermissionError", "mine"),
        ("KeyError", "'[Errno 13]'"),
    ],
)
def test_a_learners_own_error_is_not_explained_away(exception: str, message: str) -> None:
    """An error that has nothing to do with the sandbox gets no such text."""
    assert explain_denied(exception, message) is None


def test_the_refusal_of_compile_is_recognised() -> None:
    """The words that the worker raises are the words that the explanation looks for."""
    from grader.worker.preload import COMPILE_REFUSAL

    assert explain_denied("RuntimeError", COMPILE_REFUSAL) is not None


def test_a_path_full_of_braces_or_without_end_does_no_harm() -> None:
    """A path is data: braces in it are not fields, and of a long one the beginning is shown."""
    text = explain_denied(
        "PermissionError", "[Errno 13] Permission denied: '{0.__class__}" + 5000 * "a", public=True
    )
    assert text is not None
    assert "'{0.__class__}" in text.en
    assert len(text.en) < 400


def test_a_hidden_cases_message_is_not_repeated() -> None:
    """Unless the case is public, the text holds nothing of the message, which may carry hidden inputs."""
    for exception, message in (
        ("PermissionError", "[Errno 13] Permission denied: '0.12345'"),
        ("ModuleNotFoundError", "No module named 'torch.x12345'"),
    ):
        text = explain_denied(exception, message)
        assert text is not None
        assert "12345" not in text.en + text.zh
