"""`python -m grader.cli.autograde`: what a platform's container runs; not a command of `grade`.

gradescope|classroom50 COURSE SUBMISSION RESULT LANGUAGE LEVEL NUMBER...
"""

from __future__ import annotations

import os
import sys
from datetime import UTC, datetime
from pathlib import Path

from grader.classrun.begin import check_confinement
from grader.domain.errors import GraderError, UsageError
from grader.domain.text import Language
from grader.domain.verdict import Confinement
from grader.grading.seed import fresh_seed
from grader.sandbox.host import describe
from grader.workflows.autograde import Container, ResultFile, autograde, write_result


def main(arguments: list[str]) -> None:
    """Grade one submission and write the platform's file; raises before a word of it is written if the
    fault is ours.
    """
    form, course, folder, target, language, level, *numbers = arguments
    if not numbers:
        raise GraderError("no exercise is named to be graded")
    required = Confinement(level)
    check_confinement(describe().level, unconfined=required is Confinement.NONE)
    container = Container(
        Path(course),
        tuple(int(number) for number in numbers),
        fresh_seed(),
        required,
        Language(language),
        datetime.now(UTC),
    )
    write_result(autograde(container, Path(folder), ResultFile(form), os.environ), Path(target))


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except GraderError as error:
        sys.exit(f"this is the grader's fault, not the submission's: {error}")
    except UsageError as error:
        sys.exit("\n".join(error.lines(Language(sys.argv[5]))))
