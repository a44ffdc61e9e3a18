"""Gradescope's export of submissions: folders by number, people in `submission_metadata.yml`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime, tzinfo
from typing import Any

from grader.domain.classroom import IntakeFault, Platform
from grader.domain.errors import UsageError
from grader.domain.text import Text
from grader.intake.form import Owned
from grader.intake.listing import FoundFile, Listing
from grader.intake.moment import moment_of, read_moment
from grader.intake.names import clean_id

METADATA = "submission_metadata.yml"
_MAX_METADATA_BYTES = 256 * 1024 * 1024


class GradescopeForm:
    """A submission may have several submitters: each of them gets its files."""

    platform = Platform.GRADESCOPE

    def recognise(self, listing: Listing) -> float:
        """The metadata file decides."""
        return 1.0 if any(file.path == METADATA for file in listing.files) else 0.0

    def sort(self, listing: Listing, zone: tzinfo) -> Iterable[Owned]:
        """Give each folder's files to all its submitters, by their sid or else their address."""
        metadata = _metadata(listing)
        folders: dict[str, list[FoundFile]] = {}
        for file in listing.files:
            top, slash, _ = file.path.partition("/")
            if slash:
                folders.setdefault(top, []).append(file)
        for folder, about in metadata.items():
            submitted_at = _time(about.get(":created_at"), zone)
            unread = clean_id(str(about.get(":created_at") or "")) if submitted_at is None else ""
            for key, name in _submitters(folder, about):
                files = folders.get(folder, [])
                if not files:
                    yield Owned(key, name, "", None, submitted_at, fault=IntakeFault.NO_SOURCE)
                for file in files:
                    inner = file.path.partition("/")[2]
                    yield Owned(key, name, inner, file, submitted_at, unread_time=unread)


def _metadata(listing: Listing) -> dict[str, Mapping[str, Any]]:
    try:
        import yaml
    except ModuleNotFoundError as error:
        raise UsageError(
            Text("a Gradescope export needs the package PyYAML", "读取 Gradescope 的导出文件需要 PyYAML 包"),
            Text("pip install PyYAML", "pip install PyYAML"),
        ) from error
    file = next((file for file in listing.files if file.path == METADATA), None)
    if file is None:
        raise UsageError(
            Text(f"no {METADATA} is here", f"这里没有 {METADATA}"),
            Text("name the folder that Gradescope exported", "请指定 Gradescope 导出的目录"),
        )
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        content = yaml.load(file.read(_MAX_METADATA_BYTES), loader)
    except yaml.YAMLError as error:
        raise UsageError(
            Text(f"{METADATA} cannot be read: {error}", f"无法读取 {METADATA}：{error}"),
            Text("export the submissions again", "请重新导出提交"),
        ) from error
    if not isinstance(content, dict):
        raise UsageError(
            Text(f"{METADATA} holds no submissions", f"{METADATA} 中没有提交"),
            Text("export the submissions again", "请重新导出提交"),
        )
    return {str(key): about for key, about in content.items() if isinstance(about, dict)}


def _submitters(folder: str, about: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    listed = about.get(":submitters")
    people = [person for person in listed if isinstance(person, dict)] if isinstance(listed, list) else []
    for person in people:
        key = person.get(":sid") or person.get(":email")
        if key and clean_id(str(key)):
            yield clean_id(str(key)), str(person.get(":name") or key)
    if not people:
        yield folder, folder


def _time(value: object, zone: tzinfo) -> datetime | None:
    if isinstance(value, datetime):
        return moment_of(value, zone)
    return read_moment(value, zone) if isinstance(value, str) else None
