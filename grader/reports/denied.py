"""Says kindly what the sandbox refuses by design, with the way out."""

from __future__ import annotations

import re
from dataclasses import dataclass

from grader.domain.text import Text

_PATH_LIMIT = 80

_THREADS = Text(
    en="Your code starts a thread. A submission runs in one process with one thread, so call the "
    "function directly instead; the grader checks values, not speed.",
    zh="你的代码启动了线程。提交的代码只能在单个进程、单个线程里运行，请直接调用函数；评分检查的是结"
    "果，不是速度。",
)
_PROCESSES = Text(
    en="Your code starts another process (multiprocessing, subprocess, os.fork or a DataLoader with "
    "num_workers > 0). A submission runs in one process: use num_workers=0 and call functions "
    "directly.",
    zh="你的代码启动了另一个进程（multiprocessing、subprocess、os.fork，或 num_workers 大于 0 的 "
    "DataLoader）。提交的代码只能在单个进程里运行：请把 num_workers 设为 0，并直接调用函数。",
)
_SYSTEM = Text(
    en="Your code asks the system for something that the grader refuses: asyncio, another process, "
    "a DataLoader with num_workers > 0, a socket, or a change to the system. Keep to plain "
    'functions and num_workers=0, or put such code under `if __name__ == "__main__":`.',
    zh="你的代码向系统请求了评分环境不允许的操作：asyncio、新进程、num_workers 大于 0 的 DataLoader、"
    "网络连接，或对系统的修改。请只用普通函数，并把 num_workers 设为 0；也可以把这类代码放到 `if "
    '__name__ == "__main__":` 下面。',
)
_COMPILE = Text(
    en="torch.compile does not work in the grader: it needs a compiler and temporary files. Remove "
    "it; the same code gives the same values without it.",
    zh="评分环境里不能使用 torch.compile：它需要编译器和临时文件。请去掉它，同样的代码不编译也会得到"
    "同样的结果。",
)
_SCRIPT = Text(
    en="torch.jit.script reads the source of what it compiles, PyTorch's own layers among it, and a submission cannot "
    "open that file here. Remove it; the same code gives the same values without it.",
    zh="torch.jit.script 要读取被编译内容（包括 PyTorch 自带的层）的源文件，而提交的代码在这里打不开它。"
    "请去掉它，同样的代码不编译也会得到同样的结果。",
)
_TEMPORARY = Text(
    en="Your code makes a temporary file. A submission can write no files; keep the bytes in memory "
    "with io.BytesIO, which torch.save and torch.load accept too.",
    zh="你的代码创建了临时文件。提交的代码不能写任何文件；请用 io.BytesIO 把数据放在内存里，"
    "torch.save 和 torch.load 也支持它。",
)
_OPENS = Text(
    en="Your code opens {path}. Submissions may not read or write files: what they need comes as "
    "arguments, and io.BytesIO stands in for a file. Put code for your own experiments under `if "
    '__name__ == "__main__":`.',
    zh="你的代码要打开 {path}。提交的代码不能读写文件：需要的数据都会作为参数传入，要用文件的地方可"
    '以换成 io.BytesIO。自己做实验的代码请放到 `if __name__ == "__main__":` 下面。',
)
_A_FILE = Text(en="a file", zh="一个文件")
_A_MODULE = Text(en="a module", zh="某个模块")
_SHARED_MEMORY = Text(
    en="Your code puts a tensor into shared memory, which only several processes need. A submission "
    "runs in one process: leave share_memory_() out.",
    zh="你的代码把张量放进了共享内存，这只有多进程才需要。提交的代码在单个进程里运行：请去掉 "
    "share_memory_()。",
)
_NETWORK = Text(
    en="Your code uses the network. There is none in the grader: nothing can be downloaded, so "
    "build the module yourself and take its inputs from the arguments.",
    zh="你的代码使用了网络。评分环境没有网络，无法下载任何东西：请自己实现模块，输入从参数获得。",
)
_GPU = Text(
    en='The grader computes on the CPU. Leave out .cuda() and device="cuda", or create new tensors '
    "on the device of an argument: torch.zeros(n, device=x.device).",
    zh='评分在 CPU 上进行。请去掉 .cuda() 和 device="cuda"，或者让新张量与参数在同一设备上：'
    "torch.zeros(n, device=x.device)。",
)
_INPUT = Text(
    en="Your code waits for input(). Nobody types in the grader: take the values from the arguments.",
    zh="你的代码在等待 input()。评分时没有人输入：请从参数取值。",
)
_RANDOMNESS = Text(
    en="torch.seed() cannot ask the system for randomness on this machine; call "
    "torch.manual_seed(0) instead.",
    zh="在这台机器上 torch.seed() 无法向系统获取随机数；请改用 torch.manual_seed(0)。",
)
_LAZY = Text(
    en="A parameter has no size after the module's construction (nn.LazyLinear or its like). The contract "
    "gives the sizes to the constructor: use nn.Linear(in_features, out_features).",
    zh="模块构造完之后，还有参数没有确定大小（例如用了 nn.LazyLinear）。按照约定，大小在构造时就已给出："
    "请使用 nn.Linear(in_features, out_features)。",
)
_LATE_IMPORT = Text(
    en="A part of Python or PyTorch ({module}) could not be loaded, because without Landlock a "
    "submission can open nothing after it has started. `grade doctor` says what this machine is "
    "missing.",
    zh="Python 或 PyTorch 的一部分（{module}）无法加载：没有 Landlock 时，提交的代码开始运行后不能再"
    "打开任何文件。`grade doctor` 会说明这台机器缺什么。",
)


@dataclass(frozen=True)
class _Refusal:
    """How one refusal reads in Python: the exception's class and a pattern of its message."""

    exception: str
    message: str
    text: Text


_PART_OF_PYTHON_OR_TORCH = r"No module named '(?P<module>(?:torch|multiprocessing|encodings)\.[\w.]+)'"

# The first that fits is taken.
_REFUSALS = (
    _Refusal("RuntimeError", r"can't start new thread", _THREADS),
    _Refusal("RuntimeError", r"torch\.compile is not available in the grader", _COMPILE),
    _Refusal("OSError", r"TorchScript requires source access", _SCRIPT),
    _Refusal("RuntimeError", r"unable to open shared memory object", _SHARED_MEMORY),
    _Refusal("RuntimeError", r"Unable to open /dev/urandom", _RANDOMNESS),
    _Refusal("RuntimeError", r"uninitialized parameter", _LAZY),
    _Refusal("RuntimeError", r"open file failed with strerror: (?:Permission denied|Operation not)", _OPENS),
    _Refusal("RuntimeError", r"Found no NVIDIA driver|No CUDA GPUs are available", _GPU),
    _Refusal("AssertionError", r"Torch not compiled with CUDA enabled", _GPU),
    _Refusal("BlockingIOError", r"\[Errno 11\]", _PROCESSES),
    _Refusal("NotImplementedError", r"multiprocessing\.synchronize", _PROCESSES),
    _Refusal("FileNotFoundError", r"No usable temporary directory found", _TEMPORARY),
    _Refusal("FileNotFoundError", r"\[Errno 2\] .*?: (?P<path>.+)", _OPENS),
    _Refusal("PermissionError", r"\[Errno (?:1|13)\] .*?: (?P<path>.+)", _OPENS),
    _Refusal("PermissionError", r"\[Errno (?:1|13)\]", _SYSTEM),
    _Refusal("gaierror|URLError|ConnectionRefusedError|HTTPError|DistStoreError", r"", _NETWORK),
    _Refusal("EOFError", r"EOF when reading a line", _INPUT),
    _Refusal("ModuleNotFoundError", _PART_OF_PYTHON_OR_TORCH, _LATE_IMPORT),
)  # fmt: skip


def explain_denied(exception: str, message: str, *, public: bool = False) -> Text | None:
    """Return what to tell the learner if the sandbox caused this error, None if it did not.

    `exception` is the class's bare name, `message` what str() of it says. With `public` the text names the
    path or module, unescaped, at most 80 characters. Without, it is made of our own words alone: a message
    raised in a hidden case may carry that case's inputs, dressed as a path.
    """
    for refusal in _REFUSALS:
        if re.fullmatch(refusal.exception, exception) is None:
            continue
        found = re.search(refusal.message, message)
        if found is not None:
            return _filled(refusal.text, found.groupdict() if public else {})
    return None


def _filled(text: Text, found: dict[str, str]) -> Text:
    if text is _LATE_IMPORT:
        return _named(text, "module", found, _A_MODULE)
    return _named(text, "path", found, _A_FILE) if text is _OPENS else text


def _named(text: Text, field: str, found: dict[str, str], otherwise: Text) -> Text:
    name = found.get(field, "")[:_PATH_LIMIT]
    return Text(
        en=text.en.format(**{field: name or otherwise.en}), zh=text.zh.format(**{field: name or otherwise.zh})
    )
