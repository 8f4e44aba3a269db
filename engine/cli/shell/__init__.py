"""What several commands of `earshot` share: options, printing, answers, jobs."""

DONE, WORLDS_FAULT, USAGE, SOME_SKIPPED = 0, 1, 2, 3
"""Exit statuses: done; something outside Earshot failed; wrong command line; done, but files were skipped."""
