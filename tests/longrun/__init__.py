"""Runs of an hour that look for what grows: `python -m tests.longrun`. Their table is in docs/long-runs.md."""
