"""`python -m tests.installer.bare_root FILE.run ROOT SOUNDS OUT`: a package's first minutes where there is no Python.

ROOT is a root of Debian, made by debootstrap with what every desktop has (docs/packages.md has the command). A user
without rights installs there, starts the window on a folder of sounds, types a search, plays what is found, leaves by
Ctrl+Q and uninstalls. The window is on an Xvfb of this machine and plays into a null sink of PulseAudio; keys are
real. Nothing of a checkout is in ROOT. OUT gets pictures and the window's log. Needs root, for chroot and mounts.

Exit status: 1 if a step failed; the figures are printed and never judged.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

import numpy as np

from tests.helpers.pulse import PulseServer, missing_pulse_parts
from tests.helpers.qt import Hands, XServer, missing_x_programs, wait_until

_UID = 4242
_HOME = Path("/home/newcomer")
_INDEXED = re.compile(r"indexed in .*: (\d+ added.*), \d+ segments")
"""What the window logs with --verbose once all is read."""
_OF_PULSE = ".config/pulse/cookie"
"""The system's own client of PulseAudio writes it for any program that plays."""
_WORDS = "footsteps"
_PATIENCE_S = 900.0
_BETWEEN_KEYS_S = 1.0
_HEARD = 0.01


class Root:
    """A root with a user, a display and a sound server."""

    def __init__(self, folder: Path, display: str, pulse: PulseServer) -> None:
        self._folder = folder
        inside = {name: value.replace(pulse.env["HOME"], "/run/pulse-of-test") for name, value in pulse.env.items()}
        self._environment = {
            "HOME": str(_HOME),
            "PATH": "/usr/local/bin:/usr/bin:/bin",
            "LANG": "C.UTF-8",
            "DISPLAY": display,
            "PULSE_SERVER": inside["PULSE_SERVER"],
            "ALSA_CONFIG_PATH": inside["ALSA_CONFIG_PATH"],
        }

    def path(self, inside: Path) -> Path:
        """Returns where a path of the root lies on this machine."""
        return self._folder / inside.relative_to("/")

    def command(self, *words: str | Path) -> list[str]:
        """Returns a command that runs words as the user of the root."""
        settings = [f"{name}={value}" for name, value in self._environment.items()]
        user = f"--userspec={_UID}:{_UID}"
        return ["chroot", user, str(self._folder), "env", "-i", "-C", str(_HOME), *settings, *map(str, words)]

    def run(self, *words: str | Path) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(self.command(*words), capture_output=True, text=True, check=False)

    def files(self) -> set[str]:
        """Returns what lies in the user's home, links too."""
        home = self.path(_HOME)
        return {str(path.relative_to(home)) for path in home.rglob("*") if path.is_symlink() or not path.is_dir()}


@contextmanager
def mounted(folder: Path, pulse: PulseServer) -> Iterator[None]:
    """Lets the root see processes, the displays of this machine and the sound server."""
    for shown in (pulse.env["HOME"], pulse.env["XDG_RUNTIME_DIR"], pulse.env["PULSE_RUNTIME_PATH"]):
        Path(shown).chmod(0o755)  # the user of the root is another one
    with ExitStack() as undo:
        for source, inside in (
            ("/proc", "proc"),
            ("/dev", "dev"),
            ("/dev/shm", "dev/shm"),
            ("/tmp/.X11-unix", "tmp/.X11-unix"),
            (pulse.env["HOME"], "run/pulse-of-test"),
        ):
            (folder / inside).mkdir(parents=True, exist_ok=True)
            subprocess.run(["mount", "--bind", source, folder / inside], check=True)
            undo.callback(subprocess.run, ["umount", folder / inside], check=True)
        yield


def first_minutes(run_file: Path, root: Root, sounds: Path, out: Path, pulse: PulseServer, display: str) -> list[str]:
    """Does the steps, and returns a line for each."""
    said = []
    home = root.path(_HOME)
    _give(sounds, home / "Sounds")
    _give(run_file, home / run_file.name)
    before = root.files()
    commands = root.run("sh", "-c", "command -v python3 python xz || true").stdout.split()
    said.append(f"in the root: {' '.join(commands) or 'no python, no xz'}")
    began_s = time.monotonic()
    done = root.run("sh", run_file.name, "--quiet", "--prefix", _HOME / "earshot")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", ""), done
    said.append(f"installed without a word in {time.monotonic() - began_s:.1f} s")
    said += _in_the_menu(root)
    log, hands = out / "window.log", Hands(display)
    began_s = time.monotonic()
    program = root.command(_HOME / "earshot/bin/earshot", "--verbose", "window", _HOME / "Sounds")
    with log.open("w") as file, subprocess.Popen(program, stdout=file, stderr=file) as window:
        try:
            wait_until(lambda: window.poll() is not None or _is_there(hands), "the window", _PATIENCE_S)
            assert window.poll() is None, f"no window: {log.read_text()[-2000:]}"
            said.append(f"window on show after {time.monotonic() - began_s:.1f} s")
            said += _search_and_hear(began_s, log, display, pulse, out)
            hands.do("key", "ctrl+q")
            code = window.wait(timeout=_PATIENCE_S)
            assert code == 0, f"the window ended with status {code}"
            said.append("left by Ctrl+Q with status 0")
        finally:
            window.kill()
    indexed = root.run(_HOME / "earshot/bin/earshot", "stats").stdout.splitlines()
    said.append(f"in the library: {indexed[0] if indexed else 'nothing'}")
    done = root.run("sh", _HOME / "earshot/uninstall")
    assert (done.returncode, done.stderr) == (0, ""), done
    left = sorted(name for name in root.files() - before if "/earshot/" not in name and name != _OF_PULSE)
    assert not left and not (home / "earshot").exists(), f"left behind: {left}"
    said.append("uninstalled: nothing is left but the library, settings and log")
    return said


def _is_there(hands: Hands) -> bool:
    try:
        return bool(hands.do("search", "--onlyvisible", "--name", "^Earshot$"))
    except AssertionError:
        return False


def _in_the_menu(root: Root) -> list[str]:
    entry = _HOME / ".local/share/applications/earshot.desktop"
    done = root.run("desktop-file-validate", entry)
    assert (done.returncode, done.stdout) == (0, ""), done.stdout
    assert root.path(_HOME / ".local/share/icons/hicolor/scalable/apps/earshot.svg").stat().st_size
    types = [line for line in root.path(entry).read_text().splitlines() if line.startswith("MimeType=")]
    offered = root.path(entry.with_name("mimeinfo.cache")).read_text()
    asked = root.run("xdg-mime", "query", "default", "audio/flac").stdout.strip()
    assert "audio/flac=earshot.desktop;" in offered and types, offered
    version = root.run(_HOME / ".local/bin/earshot", "--version").stdout.splitlines()[0]
    return [
        f"menu entry valid, icon there, {types[0].count(';')} types offered; audio/flac opens with {asked}",
        f"{version} by ~/.local/bin/earshot",
    ]


def _search_and_hear(began_s: float, log: Path, display: str, pulse: PulseServer, out: Path) -> list[str]:
    """Types words as soon as the window is there, and presses Down until a sound of the answer is heard."""
    hands = Hands(display)
    hands.activate("Earshot")
    hands.do("key", "ctrl+f")
    hands.do("type", "--delay", 15, _WORDS)
    pulse.record()

    def heard() -> bool:
        hands.do("key", "Down")
        time.sleep(_BETWEEN_KEYS_S)
        return bool(np.abs(pulse.recorded()).max(initial=0.0) > _HEARD)

    wait_until(heard, "a sound of the answer", _PATIENCE_S)
    said = [f"{_WORDS!r} typed; the first sound found was heard {time.monotonic() - began_s:.1f} s after the command"]
    _photograph(display, out / "found.png")
    wait_until(lambda: _INDEXED.search(log.read_text(errors="replace")), "the last sound to be read", _PATIENCE_S)
    said.append(f"all read after {time.monotonic() - began_s:.1f} s: {_INDEXED.findall(log.read_text())[-1]}")
    _photograph(display, out / "all-read.png")
    return said


def _photograph(display: str, file: Path) -> None:
    """Takes a picture of the whole screen."""
    program = "import sys; from PySide6.QtGui import QGuiApplication as A; a = A([]); "
    program += "sys.exit(not a.primaryScreen().grabWindow(0).save(sys.argv[1]))"
    settings = {**os.environ, "DISPLAY": display, "QT_QPA_PLATFORM": "xcb"}
    subprocess.run([sys.executable, "-c", program, file], env=settings, check=True)


def _give(source: Path, target: Path) -> None:
    """Copies a file or folder to the user of the root."""
    if source.is_dir():
        shutil.copytree(source, target, dirs_exist_ok=True)
    else:
        shutil.copyfile(source, target)
    for path in (target, *target.rglob("*")):
        os.chown(path, _UID, _UID)


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.installer.bare_root", description=__doc__)
    parser.add_argument("run_file", type=Path, metavar="FILE.run")
    parser.add_argument("root", type=Path, metavar="ROOT")
    parser.add_argument("sounds", type=Path, metavar="SOUNDS", help="a folder")
    parser.add_argument("out", type=Path, metavar="OUT")
    options = parser.parse_args(argv)
    if missing := missing_x_programs() + missing_pulse_parts():
        parser.error(f"needs {', '.join(missing)}")
    options.out.mkdir(parents=True, exist_ok=True)
    with XServer("1440x900x24") as server, PulseServer() as pulse, mounted(options.root, pulse):
        root = Root(options.root.resolve(), server.display, pulse)
        home = root.path(_HOME)
        shutil.rmtree(home, ignore_errors=True)
        home.mkdir(parents=True)
        if "newcomer:" not in (options.root / "etc/passwd").read_text():
            with (options.root / "etc/passwd").open("a") as users:
                users.write(f"newcomer:x:{_UID}:{_UID}::{_HOME}:/bin/sh\n")
        os.chown(home, _UID, _UID)
        try:
            said = first_minutes(options.run_file, root, options.sounds, options.out, pulse, server.display)
        except AssertionError as err:
            print(f"failed: {err}", file=sys.stderr)
            return 1
    print("\n".join(said))
    return 0


if __name__ == "__main__":
    sys.exit(main())
