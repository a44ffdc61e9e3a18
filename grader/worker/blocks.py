"""Makes `course.blocks` importable, with the blocks that an exercise gives."""

from __future__ import annotations

import gc
import sys
from collections.abc import Mapping
from types import ModuleType


def install_blocks(blocks: Mapping[str, str]) -> None:
    """Run each block's source (file name -> text) and put its public names into `course.blocks`.

    The sources come from the judge and are public.
    """
    course, package = ModuleType("course"), ModuleType("course.blocks")
    course.__path__ = []
    course.__dict__["blocks"] = package
    sys.modules |= {"course": course, "course.blocks": package}
    for file, source in blocks.items():
        space = {"__name__": "course.blocks"}
        exec(compile(source, f"course/blocks/{file}.py", "exec"), space)
        public = {
            n: v
            for n, v in space.items()
            if not n.startswith("_") and getattr(v, "__module__", "") == "course.blocks"
        }
        package.__dict__.update(public)
    gc.collect(0)
