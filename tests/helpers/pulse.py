"""A private PulseAudio daemon with a null sink: tests record and compare what a program plays there."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Self

import numpy as np
from numpy.typing import NDArray

from tests.helpers.qt import wait_until

RATE_HZ = 48_000
_QUIET = 0.01
_PROGRAMS = ("pulseaudio", "pactl", "parec", "paplay")
_ALSA = """
pcm.!default { type pulse }
ctl.!default { type pulse }
"""


def missing_pulse_parts() -> list[str]:
    missing = [program for program in _PROGRAMS if shutil.which(program) is None]
    plugins = list(Path("/usr/lib").glob("*/alsa-lib/libasound_module_pcm_pulse.so"))
    return missing + ([] if plugins else ["libasound2-plugins"])


class PulseServer:
    """`env` makes a child process play into the null sink through PortAudio's ALSA; `recorded` returns the sound."""

    def __init__(self, others: Mapping[str, "PulseServer"] = MappingProxyType({})) -> None:
        """`others` are further servers whose sinks are devices here, by name."""
        self._folder = Path(tempfile.mkdtemp(prefix="earshot-pulse-"))
        self._daemon: subprocess.Popen[bytes] | None = None
        self._recorder: subprocess.Popen[bytes] | None = None
        self._recording = self._folder / "recording.raw"
        devices = [
            f'pcm.{name} {{ type pulse server "{other.env["PULSE_SERVER"]}" }}' for name, other in others.items()
        ]
        (self._folder / "asound.conf").write_text("\n".join([_ALSA, *devices, ""]))
        runtime = self._folder / "run"
        runtime.mkdir(mode=0o700)
        self.env = {
            "HOME": str(self._folder),
            "XDG_RUNTIME_DIR": str(runtime),
            "XDG_CONFIG_HOME": str(self._folder / "config"),
            "PULSE_SERVER": f"unix:{runtime}/pulse/native",
            "PULSE_RUNTIME_PATH": str(runtime / "pulse"),
            "ALSA_CONFIG_PATH": f"/usr/share/alsa/alsa.conf:{self._folder / 'asound.conf'}",
        }

    def __enter__(self) -> Self:
        self.start()
        return self

    def start(self) -> None:
        """Starts the server; after `stop`, like a device plugged in again."""
        sink = f"module-null-sink sink_name=ears rate={RATE_HZ} channels=2 format=float32le"
        socket = f"module-native-protocol-unix socket={self._folder}/run/pulse/native auth-anonymous=1"
        options = ["-n", "--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no", "--disable-shm=yes"]
        self._daemon = subprocess.Popen(
            ["pulseaudio", *options, "-L", socket, "-L", sink],
            env=self._environment(),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        wait_until(lambda: b"ears" in self._control("list", "short", "sinks").stdout, "PulseAudio to start")

    def __exit__(self, *_: object) -> None:
        for process in (self._recorder, self._daemon):
            if process is not None:
                process.terminate()
                process.wait(timeout=60)
        shutil.rmtree(self._folder, ignore_errors=True)

    def record(self) -> None:
        """Starts a new recording of the sink; returns once samples arrive."""
        if self._recorder is not None:
            self._recorder.terminate()
            self._recorder.wait(timeout=60)
        command = ["parec", "-d", "ears.monitor", "--format=float32le", f"--rate={RATE_HZ}", "--channels=2", "--raw"]
        with self._recording.open("wb") as file:
            self._recorder = subprocess.Popen([*command, "--latency-msec=20"], stdout=file, env=self._environment())
        wait_until(lambda: self._recording.stat().st_size > 0, "the recording to begin")

    def play(self, file: Path) -> "subprocess.Popen[bytes]":
        """Plays a WAV into the sink, whose monitor is the default microphone; the caller waits for the end."""
        return subprocess.Popen(["paplay", "-d", "ears", str(file)], env=self._environment())

    def recorded(self) -> NDArray[np.float32]:
        """Returns the recording so far: float32 [T, 2] at RATE_HZ."""
        raw = self._recording.read_bytes()
        return np.frombuffer(raw[: len(raw) // 8 * 8], "<f4").reshape(-1, 2)

    def stop(self) -> None:
        """Ends the server at once, like an unplugged device."""
        assert self._daemon is not None
        self._daemon.terminate()
        self._daemon.wait(timeout=60)
        self._daemon = None

    def _control(self, *arguments: str) -> "subprocess.CompletedProcess[bytes]":
        return subprocess.run(["pactl", *arguments], env=self._environment(), capture_output=True, check=False)

    def _environment(self) -> dict[str, str]:
        return {**os.environ, **self.env}


def best_match(recording: NDArray[np.float32], wanted: NDArray[np.float32]) -> tuple[float, int]:
    """Finds a sound in a recording: the highest normalised cross-correlation and its place in frames.

    Both float32 [T], mono, one rate. 1 is the same shape at any level.
    """
    size = 1 << (len(recording) + len(wanted) - 1).bit_length()
    spectrum = np.fft.rfft(recording, size) * np.conj(np.fft.rfft(wanted, size))
    products = np.fft.irfft(spectrum, size)[: len(recording) - len(wanted) + 1]
    energy = np.cumsum(np.concatenate([[0.0], recording.astype(np.float64) ** 2]))
    quiet = len(wanted) * _QUIET**2  # in silence the arithmetic's own noise would correlate with anything
    windows = np.sqrt(np.maximum(energy[len(wanted) :] - energy[: -len(wanted)], quiet))
    scores = products / (windows * np.linalg.norm(wanted))
    best = int(np.argmax(scores))
    return float(scores[best]), best
