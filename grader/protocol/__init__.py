"""The only code on both sides of the pipe: tensors, messages."""
