"""One file a use case: what a command does, without its words on the screen."""
