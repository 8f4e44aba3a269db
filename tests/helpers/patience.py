"""Waiting that a busy machine does not turn into a failure."""

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import SignalInstance
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

PATIENCE_MS = 60_000
"""Where a test waits for what must come: a wait that ends well ends at once, so patience costs nothing."""


class PatientBot(QtBot):
    """pytest-qt's, whose waits are never shorter than `PATIENCE_MS`, whatever a test names; 5 s are its own default.

    A wait for what must *not* come (`raising=False`, `assertNotEmitted`) takes the time that it names.
    """

    def waitSignal(  # noqa: N802 (Qt's names)
        self, signal: SignalInstance, *, timeout: int = PATIENCE_MS, raising: bool | None = None, **options: Any
    ) -> Any:
        """As pytest-qt's."""
        return super().waitSignal(signal, timeout=_at_least(timeout, raising), raising=raising, **options)

    def waitSignals(  # noqa: N802
        self, signals: Any, *, timeout: int = PATIENCE_MS, raising: bool | None = None, **options: Any
    ) -> Any:
        """As pytest-qt's."""
        return super().waitSignals(signals, timeout=_at_least(timeout, raising), raising=raising, **options)

    def waitUntil(self, callback: Callable[[], bool | None], *, timeout: int = PATIENCE_MS) -> None:  # noqa: N802
        """As pytest-qt's."""
        super().waitUntil(callback, timeout=max(timeout, PATIENCE_MS))

    def waitExposed(self, widget: QWidget, *, timeout: int = PATIENCE_MS) -> Any:  # noqa: N802
        """As pytest-qt's."""
        return super().waitExposed(widget, timeout=max(timeout, PATIENCE_MS))

    def waitActive(self, widget: QWidget, *, timeout: int = PATIENCE_MS) -> Any:  # noqa: N802
        """As pytest-qt's."""
        return super().waitActive(widget, timeout=max(timeout, PATIENCE_MS))


def _at_least(timeout_ms: int, raising: bool | None) -> int:
    return timeout_ms if raising is False else max(timeout_ms, PATIENCE_MS)
