"""Starts workers, talks to them with distrust, ends them."""
