"""Questions: their kinds, marking, choice, spaced repetition, exports; no torch."""
