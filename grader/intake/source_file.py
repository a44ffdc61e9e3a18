"""One learner's file: read within limits, compared with the stub that it began as."""

from __future__ import annotations

import io
import stat
import tokenize
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from grader.domain.errors import UsageError
from grader.domain.source_problem import MAX_NOTEBOOK_BYTES, SourceProblem
from grader.domain.submission import SourceKind, Submission
from grader.domain.system_reason import system_reason
from grader.domain.text import Text
from grader.source.notebook import code_sources
from grader.source.text import SourceRefused, check_size, decode_notebook, decode_python

_KINDS = {".py": SourceKind.PYTHON, ".ipynb": SourceKind.NOTEBOOK}
_MAX_COMPARED_BYTES = 256 * 1024
_SILENT = frozenset({tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.ENCODING, tokenize.ENDMARKER})


def kind_of(name: str) -> SourceKind | None:
    """Return the kind of source that a file's name announces, None for any other file."""
    return _KINDS.get(PurePosixPath(name).suffix.lower())


def read_submission(path: Path) -> Submission:
    """Read a `.py` or `.ipynb` file; of one over the limit a byte more than that, for others to refuse.

    Raises UsageError where there is no such file, it cannot be read, is no regular file or of another kind.
    """
    try:
        kind = _check_kind(path)
        with path.open("rb") as file:
            source = file.read(MAX_NOTEBOOK_BYTES + 1)
    except FileNotFoundError as error:
        raise UsageError(
            Text(f"{path} does not exist", f"{path} 不存在"),
            Text(
                "check the name, or get the stubs by `grade start`",
                "请检查文件名，或用 `grade start` 生成空白题目",
            ),
        ) from error
    except OSError as error:
        why = system_reason(error)
        raise UsageError(
            Text(f"{path} cannot be read: {why.en}", f"无法读取 {path}：{why.zh}"),
            Text("check its permissions", "请检查它的权限"),
        ) from error
    return Submission(path.name, kind, source)


def _check_kind(path: Path) -> SourceKind:
    """The kind of a regular file. Raises UsageError for anything else, OSError where there is nothing."""
    status, kind = path.stat(), kind_of(path.name)
    if stat.S_ISDIR(status.st_mode):
        raise UsageError(
            Text(
                f"{path} is a folder, expected one .py or .ipynb file",
                f"{path} 是一个目录，应为一个 .py 或 .ipynb 文件",
            ),
            Text(
                f"name the file itself, or run `grade class {path}` for a whole class",
                f"请写出具体的文件，或用 `grade class {path}` 评阅整个班级",
            ),
        )
    if not stat.S_ISREG(status.st_mode):
        raise UsageError(
            Text(f"{path} is not a regular file", f"{path} 不是普通文件"),
            Text("name a .py or .ipynb file", "请指定一个 .py 或 .ipynb 文件"),
        )
    if kind is None:
        raise UsageError(
            Text(
                f"{path}: found a {path.suffix or 'nameless kind of'} file, expected .py or .ipynb",
                f"{path}：这是{f' {path.suffix} ' if path.suffix else '没有扩展名的'}文件，应为 .py 或 .ipynb",
            ),
            Text(
                "save your solution as a Python file or a notebook",
                "请把你的解答保存为 Python 文件或笔记本",
            ),
        )
    return kind


def find_size_problem(submission: Submission) -> SourceProblem | None:
    """Return why a source is too long or nests too deep to be parsed at all, None where it is neither."""
    try:
        check_size(submission.kind, submission.source, submission.name)
    except SourceRefused as refusal:
        return refusal.problem
    return None


def is_untouched(submission: Submission, stub: str) -> bool:
    """Tell whether the source is still the stub: the same tokens, blanks, comments and line ends aside.

    A notebook is compared by the code of all its cells together. Anything unreadable counts as touched.
    """
    if len(submission.source) > _MAX_COMPARED_BYTES or find_size_problem(submission) is not None:
        return False
    try:
        if submission.kind is SourceKind.NOTEBOOK:
            text = "\n".join(notebook_code(submission))
        else:
            text = decode_python(submission.source, submission.name)
    except SourceRefused:
        return False
    if len(text) > 4 * len(stub) + 16 * 1024:
        return False
    own = list(_tokens(text))
    return own == list(_tokens(stub)) and bool(own)


def notebook_code(submission: Submission) -> list[str]:
    """Return the text of a notebook's code cells.

    Reads JSON whose size and depth have been checked; raises SourceRefused for what is no notebook.
    """
    return code_sources(decode_notebook(submission.source, submission.name), submission.name)


def _tokens(text: str) -> Iterator[tuple[int, str]]:
    """Yield the tokens that matter, up to the first place that is no Python."""
    try:
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type not in _SILENT:
                yield token.type, "" if token.type in (tokenize.INDENT, tokenize.DEDENT) else token.string
    except (tokenize.TokenError, SyntaxError):  # IndentationError is one
        yield tokenize.ERRORTOKEN, text
