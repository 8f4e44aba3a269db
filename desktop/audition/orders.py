"""What the window asks of the player's thread: a slot each, in which the newest wish replaces the one before."""

import threading
from dataclasses import dataclass, field

from desktop.audition.take import Audition


@dataclass(frozen=True, slots=True)
class Orders:
    """Everything asked for since the player last looked."""

    audition: Audition | None = None
    is_stop: bool = False
    changes: dict[str, object] = field(default_factory=dict)
    """Fields of `Audition` to change in what plays."""
    device: str | None = None
    """The output chosen, None for no new choice."""
    is_list: bool = False
    """The names of the devices are wanted."""
    is_look: bool = False
    """The devices may have changed: look again."""
    is_close: bool = False


class OrderBook:
    """Where orders wait. Any thread may add; the player's takes."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._next: dict[str, object] = {}

    def play(self, audition: Audition) -> None:
        """Play this, whatever was asked for before."""
        self._add(audition=audition, is_stop=False, changes={})

    def stop(self) -> None:
        """Play nothing."""
        self._add(audition=None, is_stop=True, changes={})

    def change(self, **changes: object) -> None:
        """Change what plays."""
        with self._changed:
            before = self._next.get("changes", {})
            assert isinstance(before, dict)
            self._add(changes={**before, **changes})

    def choose(self, device: str) -> None:
        """Play through this device."""
        self._add(device=device)

    def list_devices(self) -> None:
        """Tell which devices there are."""
        self._add(is_list=True)

    def look(self) -> None:
        """Look whether other devices are there now."""
        self._add(is_look=True)

    def close(self) -> None:
        """End."""
        self._add(is_close=True)

    def take(self, timeout_s: float | None) -> Orders:
        """Takes what was asked for; waits for something until `timeout_s` is over, for ever when None."""
        with self._changed:
            if timeout_s != 0:
                self._changed.wait_for(lambda: self._next, timeout_s)
            wanted, self._next = self._next, {}
        return Orders(**wanted)  # type: ignore[arg-type]

    @property
    def has_new_sound(self) -> bool:
        """True when another sound, or silence, is asked for."""
        with self._changed:
            return bool(self._next.get("audition") or self._next.get("is_stop"))

    def _add(self, **orders: object) -> None:
        with self._changed:
            self._next.update(orders)
            self._changed.notify_all()
