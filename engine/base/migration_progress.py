"""Progress of migrating an earlier version's catalogue: half a minute for 100,000 sounds.

The thread that opens the library migrates it (`engine.store.schema`) and reports; `use` sets to whom.
"""

from collections.abc import Callable

from msgspec import Struct

from engine.base.cancellation import Cancel, never


def _nobody(share: float) -> None: ...


class UpdateListener(Struct, frozen=True):
    """Listener and cancel of a migration."""

    tell: Callable[[float], None] = _nobody
    """Receives the share, 0 to 1; 1 when done. In the thread that opens the library."""
    cancel: Cancel = never
    """Polled continually; when it returns True the catalogue stays unchanged and `StopRequested` is raised."""


class _Current:
    updating = UpdateListener()


def use(updating: UpdateListener) -> None:
    """Sets this process's listener."""
    _Current.updating = updating


def in_use() -> UpdateListener:
    """Returns this process's listener; none until `use` sets one."""
    return _Current.updating
