"""Plant byte code beside the grader's own source."""
# verdict: runtime_error

import py_compile
import sys

py_compile.compile("@CANARY@/secret.txt", cfile="@CANARY@/planted.pyc", doraise=True)
