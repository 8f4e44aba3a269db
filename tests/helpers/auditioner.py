"""A process that plays through the real output on command and reports events, one JSON line each.

For tests that record the output; desktop/deck without the window around it.
"""

import json
import os
import sys
import time
from pathlib import Path
from typing import Any

from PySide6.QtCore import QCoreApplication, QObject, QSocketNotifier

from desktop.deck.playback import Audition
from desktop.deck.player import Player
from engine.audio.effects import Effects
from engine.base.types import FilePath


def tell(kind: str, **facts: Any) -> None:
    print(json.dumps({"kind": kind, **facts}), flush=True)


class Auditioner(QObject):
    """Obeys lines such as {"do": "play", "path": …, "effects": {…}} until a command to close."""

    def __init__(self, app: QCoreApplication) -> None:
        super().__init__()
        self._app = app
        self._rest = b""
        self._player = player = Player(self)
        player.started.connect(self._started)
        player.stopped.connect(lambda path, at_end: tell("stopped", path=path.text, reached_end=at_end))
        player.failed.connect(lambda message, advice: tell("failed", message=message, advice=advice))
        player.opened.connect(lambda form: tell("opened", device=form.device, rate=form.sample_rate_hz))
        player.found.connect(lambda form: tell("found", device=form.device))
        player.devices_found.connect(lambda names: tell("devices", names=list(names)))
        self._notifier = QSocketNotifier(sys.stdin.fileno(), QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._read)
        tell("ready")

    def _started(self, path: FilePath, start_s: float) -> None:
        timing = self._player.timing
        assert timing is not None
        tell(
            "started",
            path=path.text,
            start_s=start_s,
            asked_to_queued_s=timing.queued_at - timing.asked_at,
            decoded_to_queued_s=timing.queued_at - timing.decoded_at,
        )

    def _read(self) -> None:
        """Reads all available lines: a buffered read would hide the second of two."""
        read = os.read(sys.stdin.fileno(), 65536)
        *lines, self._rest = (self._rest + read).split(b"\n")
        for line in lines if read else [b'{"do": "close"}']:
            self._obey(json.loads(line))

    def _obey(self, order: dict[str, Any]) -> None:
        player, do = self._player, order.pop("do")
        if "effects" in order:
            order["effects"] = Effects(**order["effects"])
        match do:
            case "play":
                player.perform(Audition(FilePath.of(Path(order.pop("path"))), **order))
            case "change":
                player.change(**order)
            case "stop":
                player.stop()
            case "volume":
                player.set_volume(order["gain"])
            case "choose":
                player.choose_device(order["device"])
            case "devices":
                player.list_devices()
            case "hold":
                until = time.monotonic() + order["seconds"]
                while time.monotonic() < until:  # like a window that computes: Python's lock is hardly ever free
                    sum(range(10_000))
                tell("reply")
            case "where":
                tell("reply", at_s=player.position_s())
            case "close":
                self._notifier.setEnabled(False)
                player.close()
                self._app.quit()


def main() -> int:
    app = QCoreApplication(["auditioner"])
    auditioner = Auditioner(app)
    code = app.exec()
    auditioner.deleteLater()
    return code


if __name__ == "__main__":
    sys.path.insert(0, str(Path.cwd()))
    sys.exit(main())
