"""How long-running work is stopped by whoever asked for it."""

from collections.abc import Callable

Cancel = Callable[[], bool]
"""Asked between steps; once it gives True the work ends."""


class StopRequested(Exception):
    """`cancel` gave True; there is no result, and nothing half done is left."""


def check(cancel: Cancel) -> None:
    """Ends the work by an exception.

    Raises:
        StopRequested: `cancel` gives True.
    """
    if cancel():
        raise StopRequested


def never() -> bool:
    """The cancel of work that nobody stops."""
    return False
