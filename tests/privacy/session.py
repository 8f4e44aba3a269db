"""A session of Earshot in a home folder that has never seen it, under strace: what left it, and what it left behind.

The window is the real one under a real X server and plays into a sound server of its own; indexing, searching,
hearing, looking for alike sounds, dialogs, the map, checking packs and, where it is wanted, retraining. The runtime's
switch and all others are taken out of the environment first: whatever is kept from speaking, Earshot itself keeps.
"""

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import psutil

from tests.helpers.notices import BUILD_VARIABLE, notice_server, write_build
from tests.helpers.pulse import PulseServer, missing_pulse_parts
from tests.helpers.qt import DrivenWindow, wait_until
from tests.helpers.system_calls import Spoken, SystemCalls, Written, grouped, is_there
from tests.helpers.tiny_library import REPOSITORY
from tests.training.retrain.sounds import make_described_folder

PATIENCE_S = 240.0
_SWITCHES = ("ORT_", "HF_", "TRANSFORMERS_", "TORCH", "DO_NOT_TRACK", "XDG_", "DISABLE_TELEMETRY", "WANDB", "NO_PROXY")
_SYSTEM_BUS = ("/run/dbus/system_bus_socket", "/var/run/dbus/system_bus_socket")
_LOOPBACK = ("127.0.0.1", "::1")
NSCD = "/var/run/nscd/socket"
_FRONT = "getattr(__import__('PySide6.QtWidgets').QtWidgets.QApplication.activeWindow(), 'windowTitle', str)()"
_DIALOG = "features['RetrainFeature'].dialog"


def missing_parts() -> list[str]:
    """What a watched session needs and is not so here."""
    missing = [*missing_pulse_parts(), *([] if is_there() else ["strace"])]
    return [*missing, "a system without nscd, which looks up hosts unseen"] if Path(NSCD).exists() else missing


class Session:
    """A home folder, a library in it, and what strace saw."""

    def __init__(self, folder: Path, display: str, pulse: PulseServer, *, before: Sequence[str] = ()) -> None:
        """`before` runs the programs instead of strace, such as `unshare --net`."""
        self.home, self.temporary, self.sounds = folder / "home", folder / "temporary", folder / "sounds"
        self._traces = folder / "traces"
        for made in (self.home, self.temporary, self._traces):
            made.mkdir(mode=0o700)
        self.calls = SystemCalls(self._traces)
        self._before = list(before) if before else self.calls.command
        self._display, self._pulse = display, pulse
        self._build = folder / "build.json"
        self.asked: list[dict[str, str]] = []
        """Requests for news of a newer version; the window is of a build that has an address for them."""
        self.data = self.home / ".local/share/earshot"
        self.library = self.data / "library"
        make_described_folder(self.sounds, recordings=4)

    @property
    def places(self) -> dict[str, tuple[str, ...]]:
        """Where Earshot may write, by what it is called in the list; longest first where one lies in another."""
        home, runtime = self.home, self._pulse.env["XDG_RUNTIME_DIR"]
        return {
            "library": (str(self.library),),
            "trainings": (str(self.data / "training"),),
            "settings": (str(home / ".config/earshot"),),
            "log": (str(home / ".local/state/earshot"),),
            "cache": (str(home / ".cache/earshot"),),
            "temporary folder": (str(self.temporary),),
            "runtime folder": (f"{runtime}/earshot-",),
            "device": ("/dev/null", "/dev/tty", "/dev/pts/", "/dev/dsp", "/dev/snd", "/proc/"),
            # Their client libraries do so for every program that plays: PulseAudio's cookie, JACK's table.
            "sound server": (f"{runtime}/pulse", "/dev/shm/pulse-shm-", "/dev/shm/jack", str(home / ".config/pulse")),
        }

    @property
    def _environment(self) -> dict[str, str]:
        kept = {name: value for name, value in os.environ.items() if not name.startswith(_SWITCHES)}
        given = {"HOME": str(self.home), "TMPDIR": str(self.temporary), "PYTHONDONTWRITEBYTECODE": "1"}
        return kept | {name: value for name, value in self._pulse.env.items() if name != "XDG_CONFIG_HOME"} | given

    def command(self, *arguments: str | Path) -> None:
        """Runs `earshot` in the home folder."""
        given = [sys.executable, "-m", "engine", "--library", str(self.library), *map(str, arguments)]
        done = subprocess.run(
            [*self._before, *given],
            cwd=REPOSITORY,
            env=self._environment,
            capture_output=True,
            check=False,
            timeout=600,
        )
        assert done.returncode == 0, done.stderr[-2000:]

    @contextmanager
    def window(self) -> Iterator[DrivenWindow]:
        """The window with the sounds' folder given; whatever runs on after a failure is ended."""
        settings = self.home / ".config/earshot/window.json"
        # `env -i`: the window gets this environment and nothing of the tests' own.
        environment = self._environment | {BUILD_VARIABLE: str(self._build)}
        exact = [f"{name}={value}" for name, value in environment.items()]
        under = ["env", "-i", *exact, f"DISPLAY={self._display}", "QT_QPA_PLATFORM=xcb", *self._before]
        log = self.home / ".local/state/earshot/log"
        with notice_server() as news:
            write_build(self._build, news.address)
            window = DrivenWindow(self._display, self.library, settings, self.sounds, "--log", log, under=under)
            try:
                with window:
                    yield window
            finally:
                self.asked = news.asked
                for left in _family(window.process.pid):
                    left.kill()

    def use(self, window: DrivenWindow) -> None:
        """Indexes, searches, listens, looks around: a minute of anybody's day at the speed of a machine."""
        window.wait("indexing", lambda line: not line["is_running"], patience_s=PATIENCE_S)
        window.open()
        assert window.look("'help.update' in [command.id for command in app.commands.all]")
        window.type("steady hiss")
        window.wait("shown", lambda line: line["text"] == "steady hiss", patience_s=PATIENCE_S)
        for _ in range(3):
            since = window.mark()
            window.key("Down")
            window.wait("started", since=since)
        window.wait("stopped", lambda line: line["reached_end"])
        window.key("w")
        window.wait("shown", lambda line: line["reference"])
        window.key("Escape")
        self._look_around(window)

    def _look_around(self, window: DrivenWindow) -> None:
        """Opens each dialog and page that could want something from elsewhere."""
        for words in ("preferences", "keyboard shortcuts", "about earshot", "model packs", "user guide", "add folder"):
            self._choose(window, words)
            wait_until(lambda: window.look(_FRONT) not in ("", "Earshot"), f"the dialog of {words}")
            title = window.look(_FRONT)
            window.hands.activate(title)
            window.key("Escape")
            wait_until(lambda title=title: window.look(_FRONT) != title, f"the end of {words}")
            window.hands.activate("Earshot")
        for words in ("map of the library", "duplicates"):
            before = window.ask({"do": "state"})["page"]
            self._choose(window, words)
            wait_until(lambda before=before: window.ask({"do": "state"})["page"] != before, f"the page of {words}")

    def _choose(self, window: DrivenWindow, words: str) -> None:
        """Chooses a command by the palette."""
        window.key("ctrl+k")
        wait_until(lambda: window.ask({"do": "has", "part": "named Matches"})["has"], "the palette")
        window.type(words)
        window.key("Return")

    def retrain(self, window: DrivenWindow, minutes: float) -> None:
        """Lets the model learn on from the sounds, by the dialog."""
        self._choose(window, "retrain")
        window.hands.activate("Retrain")
        self._see(window, f"{_DIALOG}.material.start_button.isEnabled()", "the material")
        window.hands.click(window.where("named Train for"))
        window.key("ctrl+a")
        window.type(f"{minutes:g}")
        window.hands.click(window.where("named Start training"))
        self._see(window, f"{_DIALOG}.at.name == 'RESULT'", "the result")
        window.key("Escape")

    def _see(self, window: DrivenWindow, at: str, what: str) -> None:
        wait_until(lambda: window.look(at), what, PATIENCE_S)

    def outward(self) -> list[Spoken]:
        """Addresses that are neither the session's own nor those of a server it was given: there should be none."""
        own = self.calls.own_ports()
        return [spoken for spoken in self.calls.spoken() if not stays(spoken, own, self._servers)]

    @property
    def _servers(self) -> tuple[str, ...]:
        """Local sockets that a session may speak to: its own, the X server's and the sound servers'.

        nscd's is asked for the user's name. Where it runs it could look up hosts, too: `missing_parts` names it. On the
        system's D-Bus RealtimeKit is asked for the priority of the thread that plays, where the kernel refuses it.
        """
        runtime = self._pulse.env["XDG_RUNTIME_DIR"]
        displays = ("@/tmp/.X11-unix/", "/tmp/.X11-unix/")
        return (str(self.temporary), f"{runtime}/", *displays, "/dev/shm/jack_", NSCD, *_SYSTEM_BUS)

    def looked_up(self) -> list[str]:
        """Processes that read how names of hosts are looked up: there should be none."""
        return [f"{process}: {path}" for process, path in self.calls.read() if path == "/etc/resolv.conf"]

    def astray(self) -> list[Written]:
        """Files outside of every place where Earshot may write: there should be none."""
        return [written for written in self.calls.written() if self.place_of(written) is None]

    def place_of(self, written: Written) -> str | None:
        """What the place of a file is called; None outside of all."""
        for name, beginnings in self.places.items():
            if written.path.startswith(beginnings):
                return name
        ways = [place for places in self.places.values() for place in places]
        is_on_the_way = written.call.startswith("mkdir") and any(way.startswith(written.path + "/") for way in ways)
        return "folders on the way" if is_on_the_way else None

    def files_in_home(self) -> list[str]:
        """What lies in the home folder at the end, beside Earshot's own folders."""
        own = [place for places in self.places.values() for place in places]
        return sorted(
            str(path.relative_to(self.home))
            for path in self.home.rglob("*")
            if path.is_file() and not str(path).startswith(tuple(own))
        )


def stays(spoken: Spoken, own_ports: set[int], servers: tuple[str, ...]) -> bool:
    """Tells whether what is said to this address stays on the machine, among programs that are ours or named."""
    if spoken.family == "AF_UNIX":
        return not spoken.to or spoken.to.startswith(servers)  # without a path: a pair, or one made by the system
    if spoken.family in ("AF_NETLINK", "AF_UNSPEC"):  # the kernel; a socket that is let go of
        return True
    is_bound = spoken.call == "bind"  # a port of ours, which the rest is held against
    return spoken.to in _LOOPBACK and (is_bound or spoken.port in own_ports)


def _family(pid: int) -> list[psutil.Process]:
    try:
        return psutil.Process(pid).children(recursive=True)
    except psutil.NoSuchProcess:
        return []


def report(session: Session) -> str:
    """The list that docs/privacy.md shows: whom each program spoke to, and where it wrote."""
    spoken = [(one.process, f"{one.call} {one.family} {one.to}") for one in session.calls.spoken()]
    written = [
        (one.process, session.place_of(one) or f"ELSEWHERE: {one.call} {one.path}") for one in session.calls.written()
    ]
    lines = ["Addresses named to the system:", *grouped(spoken), "Reaching outside:"]
    lines += grouped([(one.process, f"{one.call} {one.family} {one.to}") for one in session.outward()]) or ["none"]
    lines += ["Files made or written, tries included:", *grouped(written)]
    return "\n".join(
        [*lines, "Left in the home folder beside Earshot's own:", *(session.files_in_home() or ["nothing"])]
    )
