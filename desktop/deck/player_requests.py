"""The GUI's requests to the player's thread: one slot per kind, in which the newest replaces the previous."""

import threading
from typing import Unpack

from msgspec import Struct, field

from desktop.deck.playback import Audition, AuditionChanges


class PlayerRequests(Struct, frozen=True):
    """All requests since the last call of `take`."""

    audition: Audition | None = None
    is_stop: bool = False
    changes: dict[str, object] = field(default_factory=dict)
    """Fields of `Audition` to change in the current sound."""
    device: str | None = None
    """The selected output; None for no change."""
    is_list: bool = False
    is_look: bool = False
    is_close: bool = False


class PlayerMailbox:
    """Mailbox for orders. Any thread may add; the player's takes."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._next: dict[str, object] = {}

    def play(self, audition: Audition) -> None:
        """Plays this, replacing earlier requests."""
        self._add(audition=audition, is_stop=False, changes={})

    def stop(self) -> None:
        self._add(audition=None, is_stop=True, changes={})

    def change(self, **changes: Unpack[AuditionChanges]) -> None:
        with self._changed:
            before = self._next.get("changes", {})
            assert isinstance(before, dict)
            self._add(changes={**before, **changes})

    def choose(self, device: str) -> None:
        self._add(device=device)

    def list_devices(self) -> None:
        self._add(is_list=True)

    def look(self) -> None:
        self._add(is_look=True)

    def close(self) -> None:
        self._add(is_close=True)

    def take(self, timeout_s: float | None) -> PlayerRequests:
        """Takes the pending requests; waits up to `timeout_s` for one, indefinitely if None."""
        with self._changed:
            if timeout_s != 0:
                self._changed.wait_for(lambda: self._next, timeout_s)
            wanted, self._next = self._next, {}
        return PlayerRequests(**wanted)  # type: ignore[arg-type]

    @property
    def has_new_sound(self) -> bool:
        """Whether another sound, or silence, is requested."""
        with self._changed:
            return bool(self._next.get("audition") or self._next.get("is_stop"))

    def _add(self, **orders: object) -> None:
        with self._changed:
            self._next.update(orders)
            self._changed.notify_all()
