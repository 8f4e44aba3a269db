"""Puts clips into an Ardour session that is closed: Ardour itself places them, without its window.

The clips lie in the session's folder of recordings. The session file gets their sources and whole-file regions; then
Ardour's Lua interpreter (ardour7-lua) opens the session, adds tracks that are missing, places a region for each clip
and saves. If any of it fails, the session file is as it was.
"""

import os
import re
import shutil
import subprocess
import tempfile
import xml.etree.ElementTree as ElementTree
from collections.abc import Mapping, Sequence
from importlib import resources
from pathlib import Path

from msgspec import Struct

from engine.base.atomic_files import replacing, unwritable
from engine.base.errors import TransferError
from engine.base.messages import told
from engine.features.send.clips import ProjectClip, lanes
from engine.features.send.messages import SendAdvice, SendFault

TRACK = "Earshot"
"""Name of the first track; further ones have a number."""
_MOST_BYTES = 256 << 20
_TICKS_PER_S = 282_240_000
"""Ardour 7 counts time in these: PBD::superclock_ticks_per_second."""
_ARDOUR_TIMEOUT_S = 300
_VERSION = re.compile(r"7\d{3}")
_OWN_TRACK = re.compile(rf"{TRACK}(?: \d+)?")
_PLACE = re.compile(r"a(\d{1,18})@a(\d{1,18})")
"""Length and position in ticks."""


class ArdourSession(Struct, frozen=True):
    """A session on disk."""

    file: Path
    sample_rate_hz: int

    @property
    def folder(self) -> Path:
        return self.file.parent

    @property
    def name(self) -> str:
        return self.file.stem

    @property
    def recordings(self) -> Path:
        """The folder of its sound files: Ardour wants one only, whatever it is called."""
        interchange = self.folder / "interchange"
        there = sorted(path for path in interchange.iterdir() if path.is_dir()) if interchange.is_dir() else []
        return (there[0] if there else interchange / self.name) / "audiofiles"


def find_ardour() -> str:
    """Returns the path of Ardour's Lua interpreter. Raises TransferError if there is none."""
    found = shutil.which("ardour7-lua")
    if found is None:
        raise TransferError(SendFault.NO_ARDOUR, advice=SendAdvice.INSTALL_ARDOUR)
    return found


def read_session(folder: Path) -> ArdourSession:
    """Reads what is needed of a session.

    Args:
        folder: holds one .ardour file of its own name, or only one at all.

    Raises:
        TransferError: it is no session of Ardour 7, or cannot be read.
    """
    files = sorted(folder.glob("*.ardour"))
    own = [file for file in files if file.stem == folder.resolve().name] or files
    if len(own) != 1:
        raise TransferError(told(SendFault.NO_SESSION, folder), advice=SendAdvice.SESSION_FOLDER)
    root = _parsed(own[0]).getroot()
    rate, version = root.get("sample-rate", ""), root.get("version", "")
    if not (rate.isdecimal() and 8_000 <= int(rate) <= 384_000 and _VERSION.fullmatch(version)):
        fault = told(SendFault.SESSION_UNREAD, own[0], f"version {version[:8]}, {rate[:8]} Hz")
        raise TransferError(fault, advice=SendAdvice.INSTALL_ARDOUR)
    return ArdourSession(own[0], int(rate))


def track_end_s(session: ArdourSession) -> float:
    """Returns where the last region on Earshot's tracks ends, 0 without one.

    Raises:
        TransferError: the session cannot be read.
    """
    root, end = _parsed(session.file).getroot(), 0
    tracks = [route for route in root.findall("Routes/Route") if _OWN_TRACK.fullmatch(route.get("name", ""))]
    playlists = {track.get("audio-playlist") for track in tracks}
    for playlist in root.findall("Playlists/Playlist"):
        if playlist.get("id", "") in playlists:
            for region in playlist.findall("Region"):
                if place := _PLACE.fullmatch(region.get("length", "")):
                    end = max(end, int(place[1]) + int(place[2]))
    return end / _TICKS_PER_S


def place_in(session: ArdourSession, clips: Sequence[ProjectClip]) -> None:
    """Adds clips to a session and saves it; the former session file stays as NAME.ardour.before-earshot.

    Args:
        session: closed in Ardour.
        clips: files in `session.recordings`, at its sample rate, by place.

    Raises:
        TransferError: there is no Ardour, or it failed; the session file is then as it was.
        StorageFull, LibraryError: the session cannot be written.
    """
    interpreter = find_ardour()
    before = session.file.with_name(f"{session.file.name}.before-earshot")
    tree = _parsed(session.file)
    names = _add_sources(tree.getroot(), clips)
    try:
        shutil.copy2(session.file, before)
    except OSError as err:
        raise unwritable(before, err) from err
    try:
        with replacing(session.file) as file:
            file.write('<?xml version="1.0" encoding="UTF-8"?>\n')
            file.write(ElementTree.tostring(tree.getroot(), encoding="unicode"))
        _run(interpreter, session, _lines(clips, names))
    except BaseException:
        shutil.copy2(before, session.file)
        raise


def _add_sources(root: ElementTree.Element, clips: Sequence[ProjectClip]) -> dict[Path, str]:
    """Adds sources and whole-file regions of clips; returns the regions' names by file."""
    sources, regions = root.find("Sources"), root.find("Regions")
    if sources is None or regions is None:
        fault = told(SendFault.SESSION_UNREAD, root.get("name", ""), "no sources")
        raise TransferError(fault, advice=SendAdvice.SESSION_FOLDER)
    taken = {region.get("name") for region in regions}
    next_id = 1 + max(int(found) for found in _ids(root))
    names: dict[Path, str] = {}
    for clip in clips:
        if clip.path in names:  # the same file at two places
            continue
        own = [str(next_id + channel) for channel in range(clip.channels)]
        for channel, id in enumerate(own):
            ElementTree.SubElement(
                sources,
                "Source",
                {"name": clip.path.name, "type": "audio", "flags": "", "id": id, "channel": str(channel), "gain": "1"},
            )
        name, number = clip.path.stem, 1
        while name in taken:
            number += 1
            name = f"{clip.path.stem} ({number})"
        taken.add(name)
        names[clip.path] = name
        ElementTree.SubElement(regions, "Region", _whole_file(clip, name, str(next_id + clip.channels), own))
        next_id += clip.channels + 1
    root.set("id-counter", str(max(next_id, int(root.get("id-counter", "0")))))
    return names


def _whole_file(clip: ProjectClip, name: str, id: str, sources: Sequence[str]) -> dict[str, str]:
    """The attributes of the region that is a whole file."""
    attributes = {
        "name": name, "type": "audio", "whole-file": "1", "import": "1", "start": "a0", "sync-position": "a0",
        "length": f"a{clip.frames * _TICKS_PER_S // clip.sample_rate_hz}@a0", "first-edit": "nothing", "muted": "0",
        "opaque": "1", "locked": "0", "automatic": "0", "external": "0", "hidden": "0", "id": id,
        "channels": str(clip.channels),
    }  # fmt: skip
    for channel, source in enumerate(sources):
        attributes |= {f"source-{channel}": source, f"master-source-{channel}": source}
    return attributes


def _ids(root: ElementTree.Element) -> list[str]:
    own = [id for element in root.iter() if (id := element.get("id", "")).isdecimal()]
    return [*own, root.get("id-counter", "0")]


def _lines(clips: Sequence[ProjectClip], names: Mapping[Path, str]) -> str:
    """The list for the script, see there."""
    lines = []
    for number, lane in enumerate(lanes(clips), start=1):
        track = TRACK if number == 1 else f"{TRACK} {number}"
        lines += [f"{names[clip.path]}\t{clip.name}\t{clip.first_frame}\t{track}\n" for clip in lane]
    return "".join(lines)


def _run(interpreter: str, session: ArdourSession, lines: str) -> None:
    with tempfile.TemporaryDirectory(prefix="earshot-") as work:
        script, table = Path(work) / "place_clips.lua", Path(work) / "clips.txt"
        script.write_text((resources.files("resources.ardour") / "place_clips.lua").read_text(encoding="utf-8"))
        table.write_text(lines, encoding="utf-8")
        command = [interpreter, str(script), str(session.folder.resolve()), session.name, str(table)]
        try:
            done = subprocess.run(
                command,
                capture_output=True,
                text=True,
                errors="replace",
                stdin=subprocess.DEVNULL,
                timeout=_ARDOUR_TIMEOUT_S,
                check=False,
                env={**os.environ, "LC_ALL": "C.UTF-8"},
            )
        except (OSError, subprocess.TimeoutExpired) as err:
            raise _failed(str(err)) from err
    count = lines.count("\n")
    if f"placed {count}" not in done.stdout.splitlines():
        printed = [line for line in f"{done.stdout}\n{done.stderr}".splitlines() if line.strip()]
        raise _failed(next((line for line in printed if "rror" in line), printed[-1] if printed else "no answer"))


def _parsed(file: Path) -> "ElementTree.ElementTree[ElementTree.Element]":
    try:
        if file.stat().st_size > _MOST_BYTES:
            raise TransferError(told(SendFault.SESSION_UNREAD, file, "too large"), advice=SendAdvice.SESSION_FOLDER)
        content = file.read_bytes()
        if b"<!DOCTYPE" in content or b"<!ENTITY" in content:
            raise TransferError(told(SendFault.SESSION_UNREAD, file, "DOCTYPE"), advice=SendAdvice.SESSION_FOLDER)
        return ElementTree.ElementTree(ElementTree.fromstring(content))
    except (OSError, ElementTree.ParseError) as err:
        raise TransferError(told(SendFault.SESSION_UNREAD, file, str(err)), advice=SendAdvice.SESSION_FOLDER) from err


def _failed(why: str) -> TransferError:
    return TransferError(told(SendFault.ARDOUR_FAILED, why[:300]), advice=SendAdvice.SESSION_AS_IT_WAS)
