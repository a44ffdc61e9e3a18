"""Fetch a page."""
# verdict: runtime_error

import urllib.request

urllib.request.urlopen("http://127.0.0.1:@PORT@/stolen", timeout=2)
