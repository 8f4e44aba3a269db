"""Decodes the beginnings of sounds that are likely to play next, so that a key press starts them at once.

One thread decodes one sound at a time, the newest request first, and keeps a bounded number. No file stays open.
"""

import logging
import threading
from collections import OrderedDict
from collections.abc import Sequence
from functools import partial

from msgspec.structs import replace

from desktop.deck.output import OutputFormat
from desktop.deck.playback import Audition, Head, decode_head
from engine.base.errors import EngineError
from engine.base.io_timeout import TELL_S, DriveHeartbeat, IoTimeout

_MOST = 16
"""About 60 kB each: 150 ms of stereo at 48 kHz."""
_WAITS = IoTimeout(give_up_s=TELL_S)
"""A hanging drive does not delay other heads; playing the sound reports it."""
_log = logging.getLogger(__name__)


class Preloader:
    """Cache of decoded beginnings. Any thread."""

    def __init__(self) -> None:
        self._heads: OrderedDict[tuple[Audition, OutputFormat], Head] = OrderedDict()
        self._wanted: list[tuple[Audition, OutputFormat]] = []
        self._changed = threading.Condition()
        self._is_closing = False
        self._is_busy = False
        self._thread: threading.Thread | None = None

    def want(self, auditions: Sequence[Audition], form: OutputFormat) -> None:
        """Decodes these in order, replacing earlier requests."""
        with self._changed:
            keys = [_key(audition, form) for audition in auditions]
            self._wanted = [key for key in reversed(keys) if key not in self._heads]
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="preload", daemon=True)
                self._thread.start()
            self._changed.notify_all()

    def get(self, audition: Audition, form: OutputFormat) -> Head | None:
        """None if not decoded."""
        key = _key(audition, form)
        with self._changed:
            if key not in self._heads:
                return None
            self._heads.move_to_end(key)
            return self._heads[key]

    def clear(self) -> None:
        """Drops everything: the files may have changed."""
        with self._changed:
            self._heads.clear()

    def wait(self, timeout_s: float) -> bool:
        """Waits until nothing is left to decode; False on timeout."""
        with self._changed:
            return self._changed.wait_for(lambda: not self._wanted and not self._is_busy, timeout_s)

    def close(self) -> None:
        with self._changed:
            self._is_closing = True
            self._changed.notify_all()
        if self._thread is not None:
            self._thread.join(timeout=5)

    def _run(self) -> None:
        while True:
            with self._changed:
                self._is_busy = False
                self._changed.notify_all()
                self._changed.wait_for(lambda: self._wanted or self._is_closing)
                if self._is_closing:
                    return
                audition, form = self._wanted.pop()
                self._is_busy = True
            try:
                head = _WAITS.wait(partial(_decode, audition, form), audition.path)
            except EngineError:
                continue  # playing it reports the error
            except Exception:
                _log.exception("preloading failed")
                continue
            with self._changed:
                self._heads[audition, form] = head
                while len(self._heads) > _MOST:
                    self._heads.popitem(last=False)


def _decode(audition: Audition, form: OutputFormat, sign: DriveHeartbeat) -> Head:
    return decode_head(audition, form)


def _key(audition: Audition, form: OutputFormat) -> tuple[Audition, OutputFormat]:
    """Cache key without the row and the device's name and latency, which do not affect a head."""
    return replace(audition, sound=None), replace(form, device="", latency_s=0.0, is_stand_in=False)
