"""One file a platform: whose a file is, when it was submitted, whether the layout is this one at all."""
