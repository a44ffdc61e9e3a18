"""`%grade` in a real kernel: the cells run so far are graded from their source, and the feedback is rich output."""

from __future__ import annotations

from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

from grader.cli.notebook import RunCells, name_of
from grader.domain.submission import SourceKind, Submission
from grader.intake.source_file import notebook_code
from tests.cli.transcripts import RIGHT
from tests.conftest import ROOT

WRONG = RIGHT.replace(", unbiased=False", "")


def _run(folder: Path, monkeypatch: pytest.MonkeyPatch, *sources: str) -> list[list[dict[str, object]]]:
    """Run these cells in a kernel started in `folder`; the outputs of each."""
    for name, value in (("GRADE_DB", folder / "scores.db"), ("GRADE_COURSE", ROOT), ("PYTHONPATH", ROOT)):
        monkeypatch.setenv(name, str(value))
    monkeypatch.setenv("IPYTHONDIR", str(folder / "ipython"))
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source) for source in sources])
    client = NotebookClient(
        notebook,
        timeout=120,
        kernel_name="python3",
        allow_errors=True,
        resources={"metadata": {"path": str(folder)}},
    )
    client.execute()
    return [list(cell.get("outputs", [])) for cell in notebook.cells]


def _data(outputs: list[dict[str, object]]) -> dict[str, str]:
    (shown,) = [output["data"] for output in outputs if output["output_type"] == "display_data"]
    assert isinstance(shown, dict)
    return shown


@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::ResourceWarning")
def test_cells_run_so_far_are_graded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A wrong cell is diagnosed, the later right one accepted, in both languages, among cells that fail and print."""
    outputs = _run(
        tmp_path,
        monkeypatch,
        WRONG,
        "%load_ext grader",
        "%grade 1",
        "print('noise')\n1 / 0",
        RIGHT,
        "%grade layer-normalisation-by-hand --lang zh",
        "%grade --lang zh 1",
        "%grade 2",
        "%grade 99",
        "%grade",
        "%grade --lang zh",
    )
    wrong, right = _data(outputs[2]), _data(outputs[5])
    assert "You divide by D-1" in wrong["text/plain"]
    assert "You divide by D-1" in wrong["text/html"]
    assert "<details>" in wrong["text/html"]
    assert "通过   10 / 10" in right["text/plain"]
    assert 'lang="zh"' in right["text/html"]
    assert "get_ipython" not in wrong["text/plain"] + right["text/plain"]
    assert "通过   10 / 10" in _data(outputs[6])["text/plain"]
    other = " ".join(_data(outputs[7])["text/plain"].split())
    assert "If you meant that one: %grade 1" in other
    assert "rename" not in other
    assert "there is no exercise 99" in str(outputs[8])
    assert "%grade NAME" in str(outputs[9])
    assert "%grade NAME" in str(outputs[10])


@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::ResourceWarning")
def test_live_objects_do_not_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A function that only lives in the kernel, imported from a file beside the notebook, is not graded."""
    (tmp_path / "elsewhere.py").write_text(RIGHT)
    use = "import sys; sys.path.append('.')\nfrom elsewhere import manual_layer_norm"
    check = "import torch; one = torch.ones(3)\nprint(manual_layer_norm(one, one, one).shape)"
    outputs = _run(tmp_path, monkeypatch, "%load_ext grader", use, check, "%grade 1")
    assert "torch.Size([3])" in str(outputs[2])
    assert "accepted" not in _data(outputs[3])["text/plain"]


def _sources(cells: RunCells) -> list[str]:
    return list(notebook_code(Submission("n.ipynb", SourceKind.NOTEBOOK, cells.as_notebook().encode())))


def test_a_cell_run_again_counts_as_run_last() -> None:
    """A cell with an id is kept once, with its newest text, at the place where it was run last."""
    cells = RunCells()
    for cell, source in (("a", "x = 1"), ("b", "y = 1"), ("a", "x = 2"), (None, "z = 1"), (None, "z = 1")):
        cells.note(cell, source)
    assert _sources(cells) == ["y = 1", "x = 2", "z = 1", "z = 1"]


def test_our_own_commands_are_left_out() -> None:
    """`%load_ext grader` and `%grade` do not reach the graded source; other magics are left to the reader."""
    cells = RunCells()
    for source in ("%load_ext grader", "x = 1\n%grade 1 --lang zh", "%grade", "%gradely = 3"):
        cells.note(None, source)
    assert "grade 1" not in cells.as_notebook()
    assert "load_ext" not in cells.as_notebook()
    assert "gradely" in cells.as_notebook()


@pytest.mark.parametrize(
    ("words", "place"),
    [
        (["1"], 0),
        (["1", "--lang", "zh"], 0),
        (["--lang", "zh", "1"], 2),
        (["--lang=zh", "1"], 1),
        (["--seed", "7", "--lang", "zh", "ln"], 4),
        (["-v", "1"], 1),
        (["--lang", "zh"], None),
        ([], None),
    ],
)
def test_the_name_is_found_among_options(words: list[str], place: int | None) -> None:
    """The exercise's name is the first word that is neither an option nor an option's value."""
    assert name_of(words) == place
