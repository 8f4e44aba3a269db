"""Progress of migrating an earlier version's catalogue: half a minute for 100,000 sounds.

The thread that opens the library migrates it (`engine.store.schema`) and reports; `use` sets to whom.
"""

from collections.abc import Callable
from dataclasses import dataclass

from engine.base.stopping import Cancel, never


def _nobody(share: float) -> None: ...


@dataclass(frozen=True, slots=True)
class Updating:
    """Listener and cancel of a migration."""

    tell: Callable[[float], None] = _nobody
    """Receives the share, 0 to 1; 1 when done. In the thread that opens the library."""
    cancel: Cancel = never
    """Polled continually; when it returns True the catalogue stays unchanged and `StopRequested` is raised."""


class _InUse:
    updating = Updating()


def use(updating: Updating) -> None:
    """Sets this process's listener."""
    _InUse.updating = updating


def in_use() -> Updating:
    """Returns this process's listener; none until `use` sets one."""
    return _InUse.updating
