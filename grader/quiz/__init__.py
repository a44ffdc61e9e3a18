"""Marking, shape and formula grammars, choice of questions, spaced repetition, exports; no torch."""
