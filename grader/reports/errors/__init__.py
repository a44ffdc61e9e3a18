"""What Python's and torch's own errors mean, as tables of rules by subject."""
