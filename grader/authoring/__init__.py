"""The public door for courses: what a reference folder may import from the grader."""
