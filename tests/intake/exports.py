"""What each platform exports of a small class, with its quirks: files by path."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from grader.domain.classroom import Handin, Platform
from grader.intake.class_folder import ClassFolder, open_class
from tests.intake.samples import EXERCISES, code, notebook, write_folder

FF, LN = code("FeedForward"), code("LayerNorm")

PLAIN = {
    "anna/ex03_feed_forward.py": FF,
    "anna/.DS_Store": b"junk",
    "anna/__pycache__/ex03.cpython-311.pyc": b"junk",
    "王小明/练习3.ipynb": notebook(FF),
    "bob.py": FF,
    "carol_ex02.py": LN,
    "roster.csv": b"id\nanna\n",
    "__MACOSX/anna/._ex03_feed_forward.py": b"junk",
}
MOODLE = {
    "Anna Berg_1001_assignsubmission_file_/ex03.py": FF,
    "王 小明_1002_assignsubmission_file_/solution.ipynb": notebook(FF),
    "Bo Li_1003_assignsubmission_file_ex03.py": FF,
    "Cy_1004_assignsubmission_onlinetext_/onlinetext.html": b"<p>class FeedForward</p>",
    "Di_1005_assignsubmission_file_/report.docx": b"x",
    "Di_1005_assignsubmission_onlinetext_/onlinetext.html": b"<p>see file</p>",
}
CANVAS = {
    "bergannag_LATE_2001_77_ex03_feed_forward-1.py": FF,
    "王小明_2002_78_answer.py": FF,
    "lee_2003_79_ex03.py": code("Old"),
    "lee_2003_80_ex03-2.py": FF,
    "doejohn_2004_text.html": b"<p>text</p>",
    "LATE_2005_81_ex03.py": FF,
    "anon_x7Q_82_ex03.py": FF,
    "groupone_2006_83_ex03.py": FF,
}
BLACKBOARD = {
    "Week 3_aberg_attempt_2026-11-05-09-30-00.txt": b"Name: Anna Berg (aberg)\nAssignment: Week 3\n",
    "Week 3_aberg_attempt_2026-11-05-09-30-00_ex03.py": code("Old"),
    "Week 3_aberg_attempt_2026-11-06-10-00-00_ex03.py": FF,
    "Week 3_wxm_attempt_2026-11-05-12-00-00_ex03.ipynb": notebook(FF),
    "Week 3_wxm_attempt_2026-11-05-12-00-00.txt": "姓名：王小明 (wxm)\n".encode(),
    "Week 3_typed_attempt_2026-11-05-12-00-01.txt": b"Name: T (typed)\nclass FeedForward: pass\n",
}
BRIGHTSPACE = {
    "index.html": b"<html>",
    "301-9000 - Anna Berg - Nov 5, 2026 930 AM/ex03.py": code("Old"),
    "301-9000 - Anna Berg - Nov 5, 2026 1130 PM/ex03.py": FF,
    "302-9000 - 王小明 - Nov 5, 2026 1205 AM/ex03.ipynb": notebook(FF),
    "303-9000 - Jo - von - X - Dec 31, 2026 113 PM/ex03.py": FF,
}
GRADESCOPE = {
    "submission_metadata.yml": """
submission_11:
  :submitters:
  - :name: Anna Berg
    :sid: '4001'
    :email: a@x.org
  - :name: Bo Li
    :sid: ''
    :email: b@x.org
  :created_at: 2026-11-05 09:30:00.000000000 Z
  :score: 0.0
  :history:
  - :id: 10
submission_12:
  :submitters:
  - :name: 王小明
    :sid: '4002'
    :email: w@x.org
  :created_at: 2026-11-05 18:00:00.000000000 +08:00
submission_13:
  :submitters:
  - :name: Nobody
    :sid: '4003'
  :created_at: 2026-11-05 18:00:00
""".encode(),
    "submission_11/ex03.py": FF,
    "submission_12/week/ex03.ipynb": notebook(FF),
}
CLASSROOM = {
    "students.csv": b"username,first_name,last_name,email,section,github_id\n"
    b"anna-b,A,B,,1,1\nanna-c,A,C,,1,2\n",
    "nlp-week3-anna-b/ex03_feed_forward.py": FF,
    "nlp-week3-anna-b/.github/workflows/grade.py": FF,
    "nlp-week3-anna-b/.git/hooks/x.py": FF,
    "nlp-week3-anna-c/src/ex03_feed_forward.py": FF,
}
NBGRADER = {
    "release/week3/ex03.ipynb": notebook(FF),
    "submitted/anna/week3/ex03.ipynb": notebook(FF),
    "submitted/anna/week3/timestamp.txt": b"2026-11-05 09:30:00.123456 UTC",
    "submitted/wxm/week3/ex03.ipynb": notebook(FF),
    "submitted/wxm/week3/timestamp.txt": b"2026-11-05 18:00:00 +0800\n",
    "submitted/empty/week3/timestamp.txt": b"2026-11-05 18:00:00",
}
ALL: Mapping[Platform, Mapping[str, bytes]] = {
    Platform.PLAIN: PLAIN,
    Platform.MOODLE: MOODLE,
    Platform.CANVAS: CANVAS,
    Platform.BLACKBOARD: BLACKBOARD,
    Platform.BRIGHTSPACE: BRIGHTSPACE,
    Platform.GRADESCOPE: GRADESCOPE,
    Platform.CLASSROOM: CLASSROOM,
    Platform.NBGRADER: NBGRADER,
}


def opened(tmp_path: Path, platform: Platform) -> ClassFolder:
    """Open a platform's class from a folder."""
    return open_class(write_folder(tmp_path / "class", ALL[platform]), EXERCISES)


def only(found: Mapping[str, list[Handin]], key: str) -> Handin:
    """Return the one hand-in of a learner."""
    (handin,) = found[key]
    return handin
