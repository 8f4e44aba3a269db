"""What several commands of `earshot` share: options, printing, answers, jobs. Nothing here is a command."""

DONE, WORLDS_FAULT, USAGE, SOME_SKIPPED = 0, 1, 2, 3
"""Exit statuses: done; something outside Earshot is in the way; wrong command line; done, some files skipped."""
