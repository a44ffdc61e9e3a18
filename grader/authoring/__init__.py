"""The public door for courses: everything that a file of `reference/` may use of the grader, in one flat namespace.

`from grader.authoring import Build, Call, Case, Draw`. No other module of the grader is public: what stands
in `__all__` stays as it is for all courses of the same `FORMAT`.
"""

from grader.authoring.draw import Draw, RandomWeights
from grader.authoring.stage import Stage
from grader.domain.case import (
    Build,
    Call,
    Case,
    Earlier,
    Make,
    Observation,
    Opaque,
    Optimise,
    Probe,
    Raised,
    Read,
    Reload,
    Step,
    Train,
    Value,
)
from grader.domain.text import Text
from grader.observer.observe import projection

FORMAT = "addnorm.course/1"
"""The version of this interface; it changes when a course written for it would have to be changed."""

__all__ = [
    "FORMAT",
    "Build",
    "Call",
    "Case",
    "Draw",
    "Earlier",
    "Make",
    "Observation",
    "Opaque",
    "Optimise",
    "Probe",
    "Raised",
    "RandomWeights",
    "Read",
    "Reload",
    "Stage",
    "Step",
    "Text",
    "Train",
    "Value",
    "projection",
]
