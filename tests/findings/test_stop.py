"""What is told of the place of an exception is borne out by the learner's own file."""

from __future__ import annotations

from grader.domain.case import Raised
from grader.domain.result import CheckResult, Difference, DifferenceKind, Stop
from grader.domain.site import Site
from grader.domain.submission import SourceKind, Submission
from grader.domain.text import Text
from grader.domain.verdict import Tier, Verdict, Visibility
from grader.findings.stop import ended_by, find_stop, has_raised

SOURCE = b"def f(x):\n    mean = x.mean(-1)\n    return x - mean\n"
SUBMISSION = Submission("mine.py", SourceKind.PYTHON, SOURCE)
HERE = (3, 11, 19)


def stop(site: Site, *, visibility: Visibility = Visibility.HIDDEN) -> Stop:
    """The stop of one check that ended at this site."""
    found = Difference(
        DifferenceKind.RAISED, "call.out", "tensor", "RuntimeError", None, 3, "text", "mine.py", site
    )
    check = CheckResult("c", Tier.CORE, visibility, Verdict.RUNTIME_ERROR, 0.0, 1.0, Text("", ""), found)
    told = find_stop([check], SUBMISSION)
    assert told is not None
    return told


def test_the_code_is_read_from_the_learners_file() -> None:
    """The piece of code is cut out of the file that was handed in; a forged place gives the whole line or nothing."""
    assert stop(Site(*HERE)).code == "x - mean"
    assert stop(Site(900, 0, 5)).code == "return x - mean"


def test_operands_must_stand_in_the_code_and_be_of_a_known_kind() -> None:
    """What a submission claims of its operands cannot carry a hidden input out."""
    honest = ("mean", "tensor [2, 5] float32")
    forged = (("0.8125", "tensor [2] float32"), ("x", "secret 0.8125"), ("mean", "Hidden_0_8125"), honest)
    assert stop(Site(*HERE, met=forged)).met == (honest,)


def test_a_near_name_must_be_the_files_or_torchs() -> None:
    """A name that was probably meant stands in the file, or is one of torch's."""
    assert stop(Site(*HERE, near="zeros")).near == "zeros"
    assert stop(Site(*HERE, near="mean")).near == "mean"
    assert stop(Site(*HERE, near="x_0_8125")).near == ""


def test_the_message_of_a_hidden_case_is_not_public() -> None:
    """A message may be repeated where a public check saw it."""
    assert not stop(Site(*HERE)).public
    assert stop(Site(*HERE), visibility=Visibility.PUBLIC).public


def test_an_exception_counts_where_the_reference_raises_none() -> None:
    """A case that asks for an exception is not ended by one, and another exception than asked is a wrong answer."""
    raised = Raised("TypeError", line=3, place="mine.py")
    assert ended_by({"call.out": raised}, {"call.out": Raised("ValueError")}) is None
    found = ended_by({"call.out": raised}, {})
    assert found is not None
    assert has_raised(found)
    other = Difference(DifferenceKind.RAISED, "call.out", "ValueError", "TypeError", None, 3)
    assert not has_raised(other)
