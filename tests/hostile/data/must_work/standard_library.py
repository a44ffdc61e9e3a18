"""What solutions import from the standard library."""

import abc, bisect, collections, contextlib, copy, dataclasses, datetime, decimal, enum, fractions, functools, hashlib
import heapq, inspect, io, itertools, json, logging, math, operator, os, pathlib, pprint, random, re, statistics, string
import textwrap, time, traceback, typing, unittest, warnings


@dataclasses.dataclass(frozen=True)
class Config:
    dim: int = 3


logging.warning("a warning")
warnings.warn("another")
try:
    1 / 0
except ZeroDivisionError:
    traceback.print_exc()
print(Config(), hashlib.sha256(b"x").hexdigest(), datetime.datetime.now(), inspect.signature(Config))
time.sleep(0.001)
for encoding in ("utf-8", "latin-1", "utf-16", "gbk", "idna"):
    "abc".encode(encoding)
"""中文""".encode("gb18030")
