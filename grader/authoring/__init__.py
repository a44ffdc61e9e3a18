"""The public door for courses: everything that a file of `reference/` may use of the grader, in one flat namespace.

`from grader.authoring import Build, Call, Case, Draw`. No other module of the grader is public: what stands
in `__all__` stays as it is for all courses of the same `FORMAT`.
"""

from grader.authoring.checks import (
    alike,
    bare_output,
    changed_inputs,
    dropped,
    finite_gradients,
    finite_outputs,
    gap,
    gradients,
    kept_value,
    largest_gap,
    named,
    output_shapes,
    outputs,
    plain_numbers,
    same_values,
    trained_numbers,
    trained_shapes,
    type_name,
)
from grader.authoring.draw import Draw, RandomWeights
from grader.authoring.inputs import blocked, padding, with_token
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
from grader.domain.exercise import COURSE_FORMAT
from grader.domain.text import Text
from grader.observer.observe import projection

FORMAT = COURSE_FORMAT
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
    "alike",
    "bare_output",
    "blocked",
    "changed_inputs",
    "dropped",
    "finite_gradients",
    "finite_outputs",
    "gap",
    "gradients",
    "kept_value",
    "largest_gap",
    "named",
    "output_shapes",
    "outputs",
    "padding",
    "plain_numbers",
    "projection",
    "same_values",
    "trained_numbers",
    "trained_shapes",
    "type_name",
    "with_token",
]
