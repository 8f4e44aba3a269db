"""Many people on one shared library at once, for minutes: `python -m tests.studio --minutes 10 --clients 10`."""
