"""Many people at once on one shared library, for minutes: `python -m tests.studio --minutes 10 --clients 10`."""
