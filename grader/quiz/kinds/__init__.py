"""The kinds of question, one file each: its form in a file, reading, marking, key, platforms, soundness.

A new kind is a file here and a line of `KINDS`; nothing else knows the kinds one by one.
"""

from __future__ import annotations

from grader.quiz.file_parts import QuestionModel
from grader.quiz.kinds.fill import FillModel
from grader.quiz.kinds.formula import FormulaModel
from grader.quiz.kinds.match import MatchModel
from grader.quiz.kinds.multi import MultiModel
from grader.quiz.kinds.numeric import NumericModel
from grader.quiz.kinds.order import OrderModel
from grader.quiz.kinds.predict import PredictModel
from grader.quiz.kinds.shape import ShapeModel
from grader.quiz.kinds.short import ShortModel
from grader.quiz.kinds.single import SingleModel
from grader.quiz.kinds.true_false import TrueFalseModel

KINDS: tuple[type[QuestionModel], ...] = (
    SingleModel,
    TrueFalseModel,
    MultiModel,
    NumericModel,
    ShortModel,
    ShapeModel,
    FormulaModel,
    OrderModel,
    MatchModel,
    FillModel,
    PredictModel,
)
