"""Who is told that an earlier Earshot's catalogue is brought to this version: half a minute for 100,000 sounds.

Whatever thread opens the library does it (`engine.store.schema`), and tells; `use` sets whom.
"""

from collections.abc import Callable
from dataclasses import dataclass

from engine.stopping import Cancel, never


def _nobody(share: float) -> None:
    """Is told, and tells no one."""


@dataclass(frozen=True, slots=True)
class Updating:
    """Who is told, and who may stop it."""

    tell: Callable[[float], None] = _nobody
    """Told the share, 0 to 1; 1 once it is done. In the thread that opens the library."""
    cancel: Cancel = never
    """Asked all the time; once it gives True the catalogue stays as it was, and `StopRequested` is raised."""


class _InUse:
    updating = Updating()


def use(updating: Updating) -> None:
    """Has this process tell so from now on."""
    _InUse.updating = updating


def in_use() -> Updating:
    """Who is told in this process: nobody, until `use` says otherwise."""
    return _InUse.updating
