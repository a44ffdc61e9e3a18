"""Names the misconception that a wrong submission equals on the whole fingerprint."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from grader.domain.case import Case, Observation, Raised
from grader.domain.result import Diagnosis
from grader.domain.verdict import Tier
from grader.judge.checking import fingerprint
from grader.judge.comparison import compare
from grader.judge.known import Known

COMBINATION_LIMIT = 1000


def diagnose(
    cases: Sequence[Case],
    tiers: Mapping[str, Tier],
    seen: Mapping[str, Observation],
    reference: Known,
    candidates: Sequence[Known],
    combinations: Iterable[Known],
    *,
    values: bool = True,
) -> tuple[Diagnosis, ...]:
    """Return the diagnoses of one submission (one, or several when a combination of mistakes matches), or ().

    `candidates` are the single misconceptions, `combinations` products of several. A single one that matches
    everywhere wins, then a combination, then a single one that matches on every core case. `values` False
    leaves out the cases that depend on where weights went. Advice has no say: whether code computes half
    precision in float32 tells nothing about its mistakes. Nor has what training shows: every candidate would
    have to be trained while the learner waits.
    """
    usable = [
        case
        for case in cases
        if case.key in seen
        and (values or not case.needs_values)
        and not case.slow
        and tiers.get(case.check) is not Tier.ADVICE
    ]
    core = [case for case in usable if tiers.get(case.check) is not Tier.EDGE]
    for candidate in (*candidates, *_bounded(combinations)):
        found = _match(usable, seen, reference, candidate)
        if found is not None:
            return _named(candidate, found, usable, seen, reference)
    if len(core) < len(usable):
        for candidate in candidates:
            found = _match(core, seen, reference, candidate)
            if found is not None and found[2]:
                return _named(candidate, found, core, seen, reference, exact=False)
    return ()


def diagnose_the_only(
    cases: Sequence[Case],
    seen: Mapping[str, Observation],
    reference: Known,
    candidates: Sequence[Known],
    *,
    values: bool = True,
) -> tuple[Diagnosis, ...]:
    """Return the diagnosis where the observations equal exactly one misconception's on all these cases, else ().

    For few cases, on which several misconceptions may be alike: then none is named.
    """
    usable = [case for case in cases if case.key in seen and (values or not case.needs_values)]
    found: dict[tuple[str, ...], Diagnosis] = {}
    for candidate in candidates:
        match = _match(usable, seen, reference, candidate)
        if match is not None and match[2]:
            found.setdefault(candidate.ids, _named(candidate, match, usable, seen, reference)[0])
    return tuple(found.values()) if len(found) == 1 else ()


def _named(
    candidate: Known,
    match: tuple[float, float, bool],
    cases: Sequence[Case],
    seen: Mapping[str, Observation],
    reference: Known,
    *,
    exact: bool = True,
) -> tuple[Diagnosis, ...]:
    """The diagnoses of a submission that equals `candidate` on these cases, one for each of its mistakes."""
    raised = sum(_raised(seen[case.key]) and not _raised(reference.observe(case)) for case in cases)
    together = candidate.ids if len(candidate.ids) > 1 else ()
    return tuple(
        Diagnosis(i, match[0], match[1], len(cases), exact, raised, candidate.detail, together)
        for i in candidate.ids
    )


def _says_the_same(cases: Sequence[Case], seen: Mapping[str, Observation], candidate: Known) -> bool:
    """Whether some case has values to compare, or one of the exceptions says what the candidate's says: where all cases
    raise, one class of exceptions is no evidence of one mistake.
    """
    pairs = [(seen[case.key], candidate.observe(case)) for case in cases]
    if any(not _raised(mine) for mine, _ in pairs):
        return True
    return any(_gist(mine) == _gist(theirs) for mine, theirs in pairs)


def _gist(observation: Observation) -> str:
    """The words of the first exception, without numbers and quoted names."""
    message = next((value.message for value in observation.values() if isinstance(value, Raised)), "")
    return " ".join(re.findall(r"[a-z_]+", re.sub(r"'[^']*'|\"[^\"]*\"", "", message.lower())))


def _raised(observation: Observation) -> bool:
    return any(isinstance(value, Raised) for value in observation.values())


def _bounded(combinations: Iterable[Known]) -> Iterator[Known]:
    for count, candidate in enumerate(combinations):
        if count >= COMBINATION_LIMIT:
            return
        yield candidate


def _match(
    cases: Sequence[Case], seen: Mapping[str, Observation], reference: Known, candidate: Known
) -> tuple[float, float, bool] | None:
    """(largest distance from the candidate, from the reference,
    whether it differs from the reference here), or None.
    """
    distance, from_reference, differs = 0.0, 0.0, False
    for case in cases:
        right = reference.observe(case)
        mine = fingerprint(case, seen[case.key], right)
        theirs = fingerprint(case, candidate.observe(case), right)
        result = compare(theirs, mine, case.tolerance, exact_dtype=True)
        if result.difference is not None:
            return None
        gap = compare(fingerprint(case, right, right), mine, case.tolerance)
        distance = max(distance, result.largest)
        from_reference = max(from_reference, gap.largest)
        differs = differs or gap.difference is not None
    if differs and not _says_the_same(cases, seen, candidate):
        return None
    return distance, from_reference, differs
