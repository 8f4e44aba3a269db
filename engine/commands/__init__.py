"""What each `earshot` command does. A command prints answers on stdout, everything for people to watch on stderr."""

DONE, WORLDS_FAULT, USAGE, SOME_SKIPPED = 0, 1, 2, 3
"""Exit statuses: done; something outside Earshot is in the way; wrong command line; done, some files skipped."""
