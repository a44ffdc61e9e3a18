"""The use case `grade similar`: pairs of sources of a run that share more than the exercise explains."""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from grader.classbook.examples import source_text
from grader.domain.errors import UsageError
from grader.domain.exercise import Exercise
from grader.domain.record import ClassRun
from grader.domain.text import Text
from grader.reports.similar_page import SameSource, Similarities, SimilarPair, Source, rows_of
from grader.store.store import Store

DEFAULT_THRESHOLD = 0.8
MOST_PAIRS = 100
_GRAM, _WINDOW = 20, 1
"""Characters of tokens in a row that count as the same. Exercises are short: every sequence is looked at, so
that the outcome does not hang on the hash of this process's strings, as a sample of them (winnowing) would.
"""
_LEAST_SHARED = 2 * _GRAM
"""Who shares less than this shares the edge of a common passage."""
_COMMON_SHARE, _COMMON_LEAST = 0.2, 5
"""What more than this share of the class (and more than so many people) writes is everybody's."""
_MOST_HOLDERS = 200
"""A sequence that more sources hold proposes no pairs of its own; it still counts in those that are compared."""


@dataclass(frozen=True)
class _Print:
    """A source with copydetect's fingerprint of it."""

    learner: str
    text: str
    mark: Any


def find_similar(
    store: Store,
    run: ClassRun,
    exercises: Sequence[Exercise],
    names: Mapping[str, str],
    threshold: float = DEFAULT_THRESHOLD,
) -> Similarities:
    """Compare the sources of each exercise with each other, the stub left out.

    `names` are shown for keys. Raises UsageError where copydetect is not installed.
    """
    pairs: list[SimilarPair] = []
    same: list[SameSource] = []
    compared = 0
    for exercise in exercises:
        digests = store.class_reading.digests(run.id, exercise.id)
        for learners in digests.values():
            if len(learners) > 1:
                shown = tuple(names.get(key, key) for key in learners)
                same.append(SameSource(exercise.number, exercise.title, shown))
        sources = list(_sources(store, digests, names))
        compared += len(sources)
        pairs += _pairs(sources, exercise, threshold)
    pairs.sort(key=lambda pair: -pair.share)
    return Similarities(run.id, threshold, tuple(pairs[:MOST_PAIRS]), tuple(same), compared)


def _sources(
    store: Store, digests: Mapping[str, tuple[str, ...]], names: Mapping[str, str]
) -> Iterator[tuple[str, str]]:
    for digest, learners in digests.items():
        stored = store.attempts.source(digest)
        text = source_text(stored) if stored is not None else None
        if text:
            yield names.get(learners[0], learners[0]), text


def _pairs(sources: Sequence[tuple[str, str]], exercise: Exercise, threshold: float) -> Iterator[SimilarPair]:
    detector = _detector()
    stub = _print(detector, "", exercise.stub).mark.hashes
    prints = [_print(detector, learner, text) for learner, text in sources]
    held = Counter(each for source in prints for each in source.mark.hashes)
    limit = max(_COMMON_LEAST, _COMMON_SHARE * len(prints))
    common = {each for each, count in held.items() if count > limit}
    for each in prints:
        _leave_out(each.mark, stub | common)
    for left, right in _candidates(prints):
        shared, shares, spans = detector.compare_files(left.mark, right.mark)
        if shared >= _LEAST_SHARED and max(shares) >= threshold:
            sides = [
                Source(side.learner, min(1.0, float(share)), rows_of(side.text, _spans(found)))
                for side, share, found in zip((left, right), shares, spans, strict=True)
            ]
            yield SimilarPair(exercise.number, exercise.title, sides[0], sides[1])


def _candidates(prints: Sequence[_Print]) -> Iterator[tuple[_Print, _Print]]:
    """Pairs that hold a sequence in common, each once."""
    holders: dict[int, list[int]] = {}
    for place, each in enumerate(prints):
        for mark in each.mark.hashes:
            holders.setdefault(mark, []).append(place)
    chosen: set[tuple[int, int]] = set()
    for places in holders.values():
        if 1 < len(places) <= _MOST_HOLDERS:
            chosen.update(combinations(places, 2))
    for left, right in sorted(chosen):
        yield prints[left], prints[right]


def _print(detector: Any, learner: str, text: str) -> _Print:
    return _Print(learner, text, detector.CodeFingerprint("source.py", _GRAM, _WINDOW, fp=io.StringIO(text)))


def _leave_out(mark: Any, hashes: Set[int]) -> None:
    """Take these sequences out of a fingerprint. copydetect's own way drops others where one recurs."""
    from copydetect.utils import get_token_coverage

    mark.hashes -= hashes
    mark.hash_idx = {each: places for each, places in mark.hash_idx.items() if each in mark.hashes}
    mark.token_coverage = get_token_coverage(mark.hash_idx, _GRAM, len(mark.filtered_code))


def _spans(found: Any) -> list[tuple[int, int]]:
    return [] if len(found) == 0 else [(int(begin), int(end)) for begin, end in zip(*found, strict=True)]


def _detector() -> Any:
    try:
        import copydetect
    except ImportError as error:
        raise UsageError(
            Text("copydetect is not installed", "没有安装 copydetect"),
            Text(
                "Install it: pip install 'addnorm[similarity]'.",
                "请安装：pip install 'addnorm[similarity]'。",
            ),
        ) from error
    return copydetect
