"""Why the system refused a file, in both languages: Python passes on the system's English alone."""

from __future__ import annotations

import errno
from collections.abc import Mapping

from grader.domain.text import Text

CHINESE: Mapping[int | None, str] = {
    errno.ENOENT: "没有这个文件或目录",
    errno.EACCES: "没有权限",
    errno.EPERM: "不允许这样操作",
    errno.EEXIST: "已经存在",
    errno.EISDIR: "是一个目录",
    errno.ENOTDIR: "不是目录",
    errno.ENOSPC: "磁盘已满",
    errno.EROFS: "文件系统只读",
    errno.ENAMETOOLONG: "名称太长",
    errno.EIO: "读写出错",
}


def system_reason(error: OSError) -> Text:
    """Return the reason; the system's own words in place of the Chinese where it is a rare one."""
    told = error.strerror or str(error)
    return Text(told, CHINESE.get(error.errno, told))
