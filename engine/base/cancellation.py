"""Cancelling long work."""

from collections.abc import Callable

Cancel = Callable[[], bool]
"""Polled between steps; when it returns True the work ends."""


class StopRequested(Exception):
    """`cancel` returned True; there is no result and no partial state."""


def check(cancel: Cancel) -> None:
    """Raises:
    StopRequested: `cancel` returns True.
    """
    if cancel():
        raise StopRequested


def never() -> bool:
    """For work that nobody cancels."""
    return False
