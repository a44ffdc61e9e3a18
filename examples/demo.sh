#!/usr/bin/env bash
# A wrong FeedForward is diagnosed, a right one accepted. Exits 0 only if both verdicts are as they should be.
set -euo pipefail
cd "$(dirname "$0")"

scores=$(mktemp -d)
trap 'rm -rf "$scores"' EXIT
export GRADE_DB="sqlite:///$scores/demo.sqlite" # the demo's attempts are nobody's scores

# expect STATUS COMMAND...: shows the command, runs it, and fails unless it exits with STATUS.
expect() {
    local wanted=$1 status=0
    shift
    printf '\n$ %s\n' "$*"
    "$@" || status=$?
    [ "$status" -eq "$wanted" ] || { echo "exit $status, expected $wanted" >&2; exit 1; }
}

expect 1 grade exercise 3 wrong_feed_forward.py
expect 0 grade exercise 3 right_feed_forward.py

printf '\nThe demo is over. To begin the course:\n  . .venv/bin/activate\n  grade start work && cd work\n  grade exercise 1\n'
