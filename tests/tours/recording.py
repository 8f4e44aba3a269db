"""A film of a display without sound: grabbed without loss while it happens, made small afterwards."""

import shutil
import subprocess
from pathlib import Path
from typing import Self

FRAMES_PER_S = 5
_GRAB = ("-c:v", "libx264rgb", "-preset", "ultrafast", "-crf", "0")
_SMALL = ("-c:v", "libvpx-vp9", "-crf", "48", "-b:v", "0", "-row-mt", "1", "-cpu-used", "3", "-an")


def can_record() -> bool:
    """Whether there is a program that films."""
    return shutil.which("ffmpeg") is not None


class Recording:
    """Films a display from enter to exit, into a WebM file."""

    def __init__(self, display: str, size: str, file: Path) -> None:
        self._display, self._size, self._file = display, size, file
        self._grabbed = file.with_suffix(".grab.mkv")
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        source = ("-f", "x11grab", "-draw_mouse", "0", "-framerate", str(FRAMES_PER_S), "-video_size", self._size)
        command = ["ffmpeg", "-loglevel", "error", "-y", *source, "-i", self._display, *_GRAB, str(self._grabbed)]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE)
        return self

    def __exit__(self, *_: object) -> None:
        assert self._process is not None
        self._process.communicate(b"q", timeout=60)
        command = ["ffmpeg", "-loglevel", "error", "-y", "-i", str(self._grabbed), *_SMALL, str(self._file)]
        subprocess.run(command, check=True)
        self._grabbed.unlink()
