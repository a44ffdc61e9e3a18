"""The time of a file's last commit, asked of git without running anything that a clone holds."""

from __future__ import annotations

import os
import shutil
import subprocess
from datetime import UTC, datetime
from pathlib import Path

import pytest

from grader.domain.classroom import RemarkKind
from grader.intake.class_folder import open_class
from grader.intake.git_time import GitTimes
from tests.conftest import require
from tests.intake.samples import EXERCISES, code, read

FF = code("FeedForward")
FIRST, SECOND = "2026-11-05T22:00:00+08:00", "2026-11-06T22:00:00+08:00"
AT = {each: datetime.fromisoformat(each).astimezone(UTC) for each in (FIRST, SECOND)}


@pytest.fixture(autouse=True)
def git() -> None:
    """These tests need git itself."""
    require("git", shutil.which("git") is not None, "the program git")


def run(clone: Path, *command: str, at: str = FIRST) -> str:
    """Run git in a clone as its author would."""
    environment = {
        **os.environ, "GIT_COMMITTER_DATE": at, "GIT_AUTHOR_DATE": at, "HOME": str(clone), "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@x", "GIT_COMMITTER_NAME": "a", "GIT_COMMITTER_EMAIL": "a@x",
    }  # fmt: skip
    done = subprocess.run(
        ["git", *command], cwd=clone, env=environment, check=True, capture_output=True, text=True
    )
    return done.stdout


def clone_of(folder: Path, user: str = "ada") -> Path:
    """A clone with ex03.py committed first, and a README later."""
    clone = folder / f"week3-{user}"
    clone.mkdir(parents=True)
    run(clone, "init", "-q", "-b", "main")
    (clone / "ex03.py").write_bytes(FF)
    run(clone, "add", ".")
    run(clone, "commit", "-qm", "first")
    (clone / "README.md").write_text("words", encoding="utf-8")
    run(clone, "add", ".", at=SECOND)
    run(clone, "commit", "-qm", "second", at=SECOND)
    return clone


def test_a_clone_tells_when_the_file_was_committed(tmp_path: Path) -> None:
    """Of a clone without a platform's time the last commit of the very file is taken, and it is told where from."""
    clone_of(tmp_path / "week3-submissions")
    clone_of(tmp_path / "week3-submissions", "bo")
    folder = open_class(tmp_path / "week3-submissions", EXERCISES)
    assert read(folder)["ada"][0].submitted_at == AT[FIRST]
    (remark,) = folder.notes.all_remarks()
    assert (remark.kind, remark.subject, remark.detail) == (RemarkKind.TIMES_FROM_GIT, "2", "ada; bo")


@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize("head", ["branch", "detached"])
def test_heads_and_packs_of_all_kinds(tmp_path: Path, packed: bool, head: str) -> None:
    """Loose and packed objects and refs, a branch and a bare commit: the time is the same."""
    clone = clone_of(tmp_path)
    if packed:
        run(clone, "gc", "-q")
        run(clone, "pack-refs", "--all")
    if head == "detached":
        run(clone, "checkout", "-q", "--detach")
    with GitTimes() as git:
        assert git.committed_at(clone, "ex03.py") == AT[FIRST]
        assert git.committed_at(clone, "README.md") == AT[SECOND]
        assert git.committed_at(clone, "none.py") is None


def test_a_shallow_clone(tmp_path: Path) -> None:
    """A clone of the last commit alone tells that commit's time."""
    clone_of(tmp_path)
    run(tmp_path, "clone", "-q", "--depth", "1", f"file://{tmp_path / 'week3-ada'}", "shallow")
    with GitTimes() as git:
        assert git.committed_at(tmp_path / "shallow", "ex03.py") == AT[SECOND]


CONFIGS = {
    "fsmonitor": '[core]\n\tfsmonitor = "touch {mark}; false"\n',
    "pager": '[core]\n\tpager = "touch {mark}"\n[pager]\n\tlog = true\n',
    "hooks": "[core]\n\thooksPath = {hooks}\n",
    "gpg": '[log]\n\tshowSignature = true\n[gpg]\n\tprogram = "{hooks}/run"\n',
    "alias": '[alias]\n\tlog = "!touch {mark}"\n',
    "external diff": '[diff]\n\texternal = "{hooks}/run"\n',
    "textconv": '[diff "x"]\n\ttextconv = "{hooks}/run"\n',
    "include": "[include]\n\tpath = {hooks}/config\n",
    "promisor": '[extensions]\n\tpartialClone = origin\n[remote "origin"]\n\turl = "ext::touch {mark}"\n\tpromisor = true\n'
    "[protocol]\n\tallow = always\n",
    "ssh": '[core]\n\tsshCommand = "touch {mark}"\n[remote "origin"]\n\turl = ssh://x/y\n\tpromisor = true\n',
    "nonsense": "[core\n\0\xff",
}


@pytest.mark.parametrize("config", list(CONFIGS))
@pytest.mark.parametrize("broken", [False, True])
def test_nothing_of_a_hostile_clone_runs(tmp_path: Path, config: str, broken: bool) -> None:
    """Whatever its configuration and its hooks name, no program runs; the time is that of the honest objects, or none."""
    clone, mark, hooks = clone_of(tmp_path), tmp_path / "mark", tmp_path / "hooks"
    hooks.mkdir()
    script = f"#!/bin/sh\ntouch {mark}\n"
    for name in ("run", "post-checkout", "reference-transaction", "fsmonitor-watchman"):
        (hooks / name).write_text(script)
        (hooks / name).chmod(0o755)
        shutil.copy(hooks / name, clone / ".git" / "hooks" / name)
    (hooks / "config").write_text(f'[alias]\n\tlog = "!touch {mark}"\n')
    (clone / ".git" / "config").write_text(CONFIGS[config].format(mark=mark, hooks=hooks))
    (clone / ".gitattributes").write_text("*.py diff=x\n")
    if broken:  # an object is missing, which a partial clone would fetch
        tree = run_plain(clone, "HEAD^{tree}")
        (clone / ".git" / "objects" / tree[:2] / tree[2:]).unlink()
    with GitTimes() as git:
        found = git.committed_at(clone, "ex03.py")
    assert found == (None if broken else AT[FIRST])
    assert not mark.exists()


def run_plain(clone: Path, what: str) -> str:
    """What a revision is, asked without the clone's own configuration."""
    config = (clone / ".git" / "config").read_bytes()
    (clone / ".git" / "config").write_text("[core]\n\trepositoryformatversion = 0\n")
    found = run(clone, "rev-parse", what).strip()
    (clone / ".git" / "config").write_bytes(config)
    return found


@pytest.mark.parametrize(
    "head",
    [
        "ref: refs/heads/../../../secret",
        "ref: /etc/passwd",
        "ref: refs/heads/x y",
        "",
        "\0" * 99,
        "a" * 5000,
        "g" * 40,
    ],
)
def test_a_hostile_head_is_no_commit(tmp_path: Path, head: str) -> None:
    """A HEAD that leads elsewhere, or nowhere, tells no time."""
    clone = clone_of(tmp_path)
    (clone / ".git" / "HEAD").write_text(head)
    with GitTimes() as git:
        assert git.committed_at(clone, "ex03.py") is None


@pytest.mark.parametrize("place", [".git", ".git/objects", ".git/HEAD"])
def test_links_are_not_followed(tmp_path: Path, place: str) -> None:
    """A clone that borrows another's parts by links tells no time."""
    clone, other = clone_of(tmp_path), clone_of(tmp_path, "bo")
    if (clone / place).is_dir():
        shutil.rmtree(clone / place)
    else:
        (clone / place).unlink()
    (clone / place).symlink_to(other / place)
    with GitTimes() as git:
        assert git.committed_at(clone, "ex03.py") is None


def test_a_pipe_among_the_objects_costs_its_clone_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Git is ended when it waits, the clone is not asked again, and the next one is."""
    monkeypatch.setattr("grader.intake.git_time._WALL_SECONDS", 0.5)
    clone, other = clone_of(tmp_path), clone_of(tmp_path, "bo")
    commit = run_plain(clone, "HEAD")
    (clone / ".git" / "objects" / commit[:2] / commit[2:]).unlink()
    os.mkfifo(clone / ".git" / "objects" / commit[:2] / commit[2:])
    with GitTimes() as git:
        assert git.committed_at(clone, "ex03.py") is None
        assert git.committed_at(clone, "README.md") is None
        assert git.committed_at(other, "ex03.py") == AT[FIRST]


def test_an_absurd_commit_date_is_no_time(tmp_path: Path) -> None:
    """A commit that claims another century tells nothing."""
    clone = clone_of(tmp_path)
    (clone / "ex03.py").write_bytes(FF + b"#\n")
    run(clone, "commit", "-qam", "third", at="@4200000000 +0000")
    with GitTimes() as git:
        assert git.committed_at(clone, "ex03.py") is None


def test_without_git_it_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine without git grades all the same, without times, and says why."""
    clone_of(tmp_path / "week3-submissions")
    monkeypatch.setenv("PATH", str(tmp_path))
    folder = open_class(tmp_path / "week3-submissions", EXERCISES)
    (handin,) = read(folder)["ada"]
    assert (handin.submitted_at, handin.exercises) == (None, (3,))
    assert [remark.kind for remark in folder.notes.all_remarks()] == [RemarkKind.GIT_ABSENT]


def test_a_clone_that_holds_the_whole_class_is_not_asked(tmp_path: Path) -> None:
    """Staff may keep the class's folder under version control themselves: those commits say nothing of learners."""
    clone = clone_of(tmp_path)
    (clone / "ada").mkdir()
    (clone / "ada" / "ex03.py").write_bytes(FF)
    run(clone, "add", ".")
    run(clone, "commit", "-qm", "collected")
    folder = open_class(clone, EXERCISES)
    assert {handin.submitted_at for handins in read(folder).values() for handin in handins} == {None}
