"""Starts workers, talks to them with distrust, and ends them."""
