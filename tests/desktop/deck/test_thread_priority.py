"""The thread that plays goes before other programs: by the kernel, or by RealtimeKit."""

import os
import shutil
import subprocess
import sys
import threading

import pytest

from desktop.deck import thread_priority
from desktop.deck.thread_priority import NICENESS, raise_priority
from tests.helpers.tiny_library import REPOSITORY

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="nice values of threads, and D-Bus")


def may_raise() -> bool:
    """Whether the kernel lets this process have a higher priority, found out in a thread that ends."""
    done: list[bool] = []

    def attempt() -> None:
        try:
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)
        except OSError:
            done.append(False)
        else:
            done.append(True)

    thread = threading.Thread(target=attempt)
    thread.start()
    thread.join()
    return done[0]


def test_one_thread_goes_first_and_the_others_stay() -> None:
    if not may_raise():
        pytest.skip("RLIMIT_NICE lets no thread go first here")
    found: list[int] = []

    def play() -> None:
        raise_priority()
        found.append(os.getpriority(os.PRIO_PROCESS, threading.get_native_id()))

    before = os.getpriority(os.PRIO_PROCESS, threading.get_native_id())
    player = threading.Thread(target=play)
    player.start()
    player.join()
    assert found == [NICENESS]
    assert os.getpriority(os.PRIO_PROCESS, threading.get_native_id()) == before


def test_a_system_that_cannot_be_asked_does_not_end_the_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> None:
        raise OSError("no such library")

    monkeypatch.setattr(thread_priority, "_ask_system", fail)
    raise_priority()


# A service that prints what it is asked, and a thread that the kernel refuses; both on a bus of their own.
_REFUSED = """
import os, sys, threading, logging
from PySide6.QtCore import QCoreApplication, QTimer
from PySide6.QtDBus import QDBusConnection, QDBusVirtualObject
from desktop.deck import thread_priority

logging.basicConfig(level=logging.INFO, stream=sys.stdout, format="%(message)s")
os.environ["DBUS_SYSTEM_BUS_ADDRESS"] = os.environ["DBUS_SESSION_BUS_ADDRESS"]
app = QCoreApplication([])
is_kind = sys.argv[1] == "kind"


class Kit(QDBusVirtualObject):
    def introspect(self, path):
        return ""

    def handleMessage(self, message, connection):
        thread, niceness = message.arguments()
        print(message.member(), message.signature(), thread == asking.native_id, niceness, flush=True)
        connection.send(message.createReply() if is_kind else message.createErrorReply("org.kit.No", "too many"))
        QTimer.singleShot(0, leave)
        return True


def leave():
    while any(thread.name == "priority" for thread in threading.enumerate()):
        app.processEvents()
    app.quit()


def refuse(*_):
    raise PermissionError


def play():
    thread_priority.raise_priority()
    over.wait()


thread_priority.os.setpriority = refuse
kit = Kit()
bus = QDBusConnection.connectToBus(QDBusConnection.BusType.SessionBus, "kit")
assert bus.registerVirtualObject("/org/freedesktop/RealtimeKit1", kit)
if sys.argv[1] != "none":
    assert bus.registerService("org.freedesktop.RealtimeKit1")
over = threading.Event()
asking = threading.Thread(target=play, daemon=True)
asking.start()
QTimer.singleShot(500 if sys.argv[1] == "none" else 30_000, leave)
app.exec()
over.set()
"""


@pytest.mark.skipif(shutil.which("dbus-run-session") is None, reason="needs dbus-run-session")
@pytest.mark.parametrize(
    ("kit", "said"),
    [
        ("kind", ""),
        ("strict", "the thread that plays has no priority: RealtimeKit refused it: ('too many',)"),
        ("none", "the thread that plays has no priority: RealtimeKit refused it: "),
    ],
)
def test_realtime_kit_is_asked_where_the_kernel_refuses(kit: str, said: str) -> None:
    command = ["dbus-run-session", "--", sys.executable, "-c", _REFUSED, kit]
    done = subprocess.run(command, cwd=REPOSITORY, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    asked, _, logged = done.stdout.partition("\n") if kit != "none" else ("", "", done.stdout)
    assert asked == ("" if kit == "none" else f"MakeThreadHighPriority ti True {NICENESS}")
    assert logged.strip().startswith(said) if said else not logged.strip()
