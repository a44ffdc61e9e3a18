"""Where scores are kept: an option, an environment variable, else a file in the user's data folder."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from grader.domain.errors import UsageError
from grader.domain.text import Text

VARIABLE = "GRADE_DB"
FILE_NAME = "scores.db"


def database_url(option: str | None, environment: Mapping[str, str], data_folder: Path | None = None) -> str:
    """Return the database's URL from `--db` (a URL or a path), else GRADE_DB, else the user's data folder.

    `data_folder` replaces the platform's own. Raises UsageError for a URL of a kind that is not kept.
    """
    given = option or environment.get(VARIABLE, "")
    if not given:
        return f"sqlite:///{(data_folder or _user_folder()) / FILE_NAME}"
    if "://" not in given:
        return f"sqlite:///{Path(given).expanduser().absolute()}"
    scheme, _, rest = given.partition("://")
    if scheme in ("postgres", "postgresql", "postgresql+psycopg"):
        return f"postgresql+psycopg://{rest}"
    if scheme == "sqlite":
        return given
    raise UsageError(
        Text(f"scores cannot be kept in a {scheme} database", f"成绩不能保存在 {scheme} 数据库中"),
        Text(
            "give a file, sqlite:///FILE or postgresql://HOST/NAME",
            "请给出一个文件、sqlite:///FILE 或 postgresql://HOST/NAME",
        ),
    )


def _user_folder() -> Path:
    from platformdirs import user_data_path

    return user_data_path("addnorm", appauthor=False)
