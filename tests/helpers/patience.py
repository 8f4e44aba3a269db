"""Waits that do not fail on a busy machine."""

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import SignalInstance
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

PATIENCE_MS = 60_000
"""For events that must come: a successful wait ends at once, so patience costs nothing."""


class PatientBot(QtBot):
    """pytest-qt's, with waits of at least `PATIENCE_MS`, whatever a test names; its own default is 5 s.

    A wait for something that must *not* come (`raising=False`, `assertNotEmitted`) takes the given time.
    """

    def waitSignal(  # noqa: N802 (Qt's names)
        self, signal: SignalInstance, *, timeout: int = PATIENCE_MS, raising: bool | None = None, **options: Any
    ) -> Any:
        return super().waitSignal(signal, timeout=_at_least(timeout, raising), raising=raising, **options)

    def waitSignals(  # noqa: N802
        self, signals: Any, *, timeout: int = PATIENCE_MS, raising: bool | None = None, **options: Any
    ) -> Any:
        return super().waitSignals(signals, timeout=_at_least(timeout, raising), raising=raising, **options)

    def waitUntil(self, callback: Callable[[], bool | None], *, timeout: int = PATIENCE_MS) -> None:  # noqa: N802
        super().waitUntil(callback, timeout=max(timeout, PATIENCE_MS))

    def waitExposed(self, widget: QWidget, *, timeout: int = PATIENCE_MS) -> Any:  # noqa: N802
        return super().waitExposed(widget, timeout=max(timeout, PATIENCE_MS))

    def waitActive(self, widget: QWidget, *, timeout: int = PATIENCE_MS) -> Any:  # noqa: N802
        return super().waitActive(widget, timeout=max(timeout, PATIENCE_MS))


def _at_least(timeout_ms: int, raising: bool | None) -> int:
    return timeout_ms if raising is False else max(timeout_ms, PATIENCE_MS)
