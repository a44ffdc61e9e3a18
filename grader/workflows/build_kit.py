"""The use case `grade kit`: what a student gets, in one zip, the grader's wheel included.

Nothing of `reference/` goes in: the sealed cases are values that the reference and the misconceptions gave.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from grader.catalog.course import files_below, has_reference, shared_paths
from grader.catalog.course_file import load_vocabulary
from grader.domain.errors import UsageError
from grader.domain.exercise import Exercise
from grader.domain.text import Text
from grader.judge.bank import load_bank
from grader.judge.sealed import ENDING, FOLDER
from grader.judge.sealing import seal
from grader.workflows.build_wheel import archive_of, build_wheel

ROOT = "addnorm-kit"

README = """\
# AddNorm: the student's kit

    python3 -m venv .venv
    .venv/bin/pip install ./{wheel}
    . .venv/bin/activate            (Windows: .venv\\Scripts\\activate)
    grade start work
    cd work
    grade exercise 1                grades ex01_*.py: the stub until you fill it in
    grade watch 1                   grades at every save
    grade hint 1 · grade quiz · grade progress

Python 3.11 or newer. The statements are in work/statements after `grade start`, in English; for Chinese put
`--lang zh` behind a command or set GRADE_LANG=zh. The kit grades each exercise's public checks and names your
mistake where it can. The hidden checks are not in it: your instructor runs them on fresh inputs.

# AddNorm 学生套件

    python3 -m venv .venv
    .venv/bin/pip install ./{wheel}
    . .venv/bin/activate            （Windows：.venv\\Scripts\\activate）
    export GRADE_LANG=zh
    grade start work
    cd work
    grade exercise 1                评阅 ex01_*.py：先填好空白题目
    grade watch 1                   每次保存都评阅一次
    grade hint 1 · grade quiz · grade progress

需要 Python 3.11 或更新版本。运行 `grade start` 后，题面在 work/statements 里。套件评阅每道练习的公开检查，
并在可能时指出你的误解。隐藏检查不在其中：由教师用新的输入运行。
"""


@dataclass(frozen=True)
class Kit:
    """A finished kit, the exercises sealed in it, and the public checks that could not be sealed, by exercise."""

    path: Path
    files: int
    sealed: tuple[int, ...]
    left_out: dict[int, tuple[str, ...]]


def build_kit(course: Path, exercises: Sequence[Exercise], target: Path) -> Kit:
    """Write the kit of these exercises. UsageError where one has no reference or the file exists."""
    if target.exists():
        raise UsageError(
            Text(f"{target} exists already", f"{target} 已经存在"),
            Text("name another file with -o", "请用 -o 指定另一个文件"),
        )
    for exercise in exercises:
        if not has_reference(course, exercise.id):
            raise UsageError(
                Text(
                    f"exercise {exercise.number} has no reference solution in {course}",
                    f"{course} 中没有练习 {exercise.number} 的参考答案",
                ),
                Text(
                    "A kit is made from the full course: name it with --course, or leave the exercise out.",
                    "学生版由完整的课程制作：请用 --course 指定，或去掉这道练习。",
                ),
            )
    files = dict(_public_files(course, exercises))
    left_out: dict[int, tuple[str, ...]] = {}
    vocabulary = load_vocabulary(course)
    for exercise in exercises:
        bank = load_bank(course, exercise.id, exercise.number, exercise.props)
        sealed = seal(exercise, bank, vocabulary)
        files[f"{FOLDER}/{exercise.id}{ENDING}"] = sealed.content
        if sealed.left_out:
            left_out[exercise.number] = sealed.left_out
    wheel = build_wheel(files)
    whole = {f"{ROOT}/{name}": content for name, content in files.items()}
    whole[f"{ROOT}/{wheel.name}"] = wheel.content
    whole[f"{ROOT}/README.md"] = README.format(wheel=wheel.name).encode()
    half = target.with_name(target.name + ".part")
    half.write_bytes(archive_of(whole))
    half.replace(target)
    return Kit(target, len(whole), tuple(e.number for e in exercises), left_out)


def _public_files(course: Path, exercises: Sequence[Exercise]) -> Iterator[tuple[str, bytes]]:
    """The exercises' own folders, what they share, and the quizzes, by path in the course."""
    roots = [course / "exercises" / exercise.id for exercise in exercises]
    for root in (*roots, *shared_paths(course), course / "quizzes"):
        for path in files_below(root):
            yield path.relative_to(course).as_posix(), path.read_bytes()
