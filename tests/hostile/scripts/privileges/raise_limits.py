"""Lift one's own limits."""
# verdict: runtime_error

import resource

resource.setrlimit(resource.RLIMIT_AS, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
