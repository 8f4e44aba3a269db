"""What the subcommands of `earshot-train` do; imported only once torch is known to be there.

Each task takes the parsed command line and gives the exit status. Tasks put parts together; the parts know no task.
"""

import sys

DONE, SOME_SKIPPED = 0, 3
"""Exit statuses of a task that came to its end."""


def say(text: str) -> None:
    """Tells people, on stderr."""
    print(text, file=sys.stderr, flush=True)
