"""Marking of answers, shape and formula grammars, choice of questions, spaced repetition, exports; no torch."""
