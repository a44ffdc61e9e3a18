"""Put the same into an exception's message."""
# verdict: runtime_error

raise RuntimeError("\x1b[2J<script>alert(1)</script>\u202e=CMD()")
