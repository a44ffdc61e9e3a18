"""Words on screens.

A command's module is imported when the command runs, and its help is shown without it (`commands`). What costs time
(the store, a course's schema, workflows, torch) is imported inside the function that needs it, so that `--help`, an
error of usage or a command that needs less does not wait: that is why imports stand inside functions here.
"""
