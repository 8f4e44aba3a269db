"""Profiles on disk: one JSON file each, in the folder `profiles` of the user's settings.

The profile's name is in its file. The file name consists of letters and digits of that name and a fingerprint of it, so
that no name, whoever wrote it, leads out of the folder.
"""

import hashlib
import json
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import platformdirs
from msgspec.structs import replace

from engine.base.atomic_files import put, unwritable
from engine.base.errors import TransferError
from engine.base.file_messages import system_words
from engine.base.messages import Value, told
from engine.base.private_files import make_private
from engine.base.text_forms import folded
from engine.transfer.messages import TransferAdvice, TransferFault
from engine.transfer.profile import (
    AS_IT_IS,
    Container,
    Depth,
    LevelPlan,
    LevelRule,
    Profile,
    check_name,
    read_channels,
    read_container,
    read_depth,
    read_level,
    read_policy,
    read_texts,
)

VERSION = 2
"""2 added stretch and pitch; files of version 1 are read."""
BUILT_IN = (
    AS_IT_IS,
    Profile("WAV 48 kHz, 24-bit", container=Container.WAV, rate_hz=48_000, depth=Depth.INT24),
    Profile("WAV 44.1 kHz, 16-bit", container=Container.WAV, rate_hz=44_100, depth=Depth.INT16),
    Profile("BWF 48 kHz, 24-bit, 500 ms handles", container=Container.BWF, rate_hz=48_000, depth=Depth.INT24,
            handles_s=0.5),
    Profile("MP3, -16 LUFS", container=Container.MP3, level=LevelPlan(LevelRule.LOUDNESS, -16.0)),
)  # fmt: skip
"""Come with Earshot, first in every list."""
_MARK = "earshot_profile"
_MOST_BYTES = 1 << 16
_FILE = "*.json"


def profiles_folder() -> Path:
    """The platform's folder for the user's profiles."""
    return Path(platformdirs.user_config_dir("earshot", appauthor=False)) / "profiles"


def record_of(profile: Profile) -> dict[str, Any]:
    """A profile in JSON form."""
    return {
        _MARK: VERSION,
        "name": profile.name,
        "format": str(profile.container),
        "rate_hz": profile.rate_hz,
        "depth": None if profile.depth is None else str(profile.depth),
        "channels": profile.channels.text,
        "level": profile.level.text,
        "dc_off": profile.is_dc_removed,
        "handles_s": profile.handles_s,
        "fade_s": profile.fade_s,
        "stretch_percent": profile.stretch_percent,
        "pitch_semitones": profile.pitch_semitones,
        "metadata": str(profile.texts),
        "originator": profile.originator,
        "pattern": profile.pattern,
        "exists": str(profile.policy),
    }


def profile_of(record: object, where: str) -> Profile:
    """Parses the JSON form of `record_of`.

    Args:
        record: the JSON, from wherever.
        where: the file, for messages.

    Raises:
        TransferError: it is not a profile, or of a later Earshot.
    """
    if not isinstance(record, Mapping) or not isinstance(record.get(_MARK), int):
        raise TransferError(told(TransferFault.NO_PROFILE_IN, where), advice=TransferAdvice.CHECK_PROFILE)
    version = record[_MARK]
    if version > VERSION:
        fault = told(TransferFault.PROFILE_NEWER, where, version, VERSION)
        raise TransferError(fault, advice=TransferAdvice.UPDATE_PROFILES)
    known = record_of(AS_IT_IS)
    for key in record:
        if key not in known:
            raise _unread(where, f"unknown key {key!r}")
    given = _TypedRecord(record, where)
    try:
        return Profile(
            name=given.text("name", ""),
            container=read_container(given.text("format", "original")),
            rate_hz=given.whole("rate_hz"),
            depth=None if record.get("depth") is None else read_depth(given.text("depth", "")),
            channels=read_channels(given.text("channels", "keep")),
            level=read_level(given.text("level", "asis")),
            is_dc_removed=given.flag("dc_off"),
            handles_s=given.number("handles_s") or 0.0,
            fade_s=given.number("fade_s"),
            texts=read_texts(given.text("metadata", "kept")),
            originator=given.text("originator", ""),
            pattern=given.text("pattern", ""),
            policy=read_policy(given.text("exists", "number")),
            stretch_percent=given.number("stretch_percent", 100.0) or 0.0,
            pitch_semitones=given.number("pitch_semitones") or 0.0,
        )
    except TransferError as err:
        if err.what.what is TransferFault.PROFILE_UNREAD:
            raise
        raise TransferError(told(TransferFault.PROFILE_UNREAD, where, err.what), advice=err.to_do) from err


def read_file(path: Path) -> Profile:
    """Reads a profile from a file of the user's choice. Raises TransferError."""
    try:
        with path.open("rb") as file:
            raw = file.read(_MOST_BYTES + 1)
    except OSError as err:
        raise _unread(str(path), system_words(err)) from err
    if len(raw) > _MOST_BYTES:
        raise TransferError(told(TransferFault.NO_PROFILE_IN, path), advice=TransferAdvice.CHECK_PROFILE)
    try:
        record = json.loads(raw.decode("utf-8-sig"))
    except (ValueError, RecursionError) as err:
        raise _unread(str(path), str(err)) from err
    return profile_of(record, str(path))


def write_file(path: Path, profile: Profile) -> None:
    """Writes a profile to a file, whole or not at all. Raises StorageFull or LibraryError."""
    put(path, (json.dumps(record_of(profile), indent=2, ensure_ascii=False) + "\n").encode())


class ProfileStore:
    """The profiles of one folder. Any thread; every call reads the folder."""

    def __init__(
        self, folder: Path | None = None, unread: Callable[[TransferError], object] = lambda err: None
    ) -> None:
        """Args: `folder` defaults to the user's profiles; `unread` receives errors of invalid files."""
        self._folder = folder or profiles_folder()
        self._unread = unread

    def all(self) -> list[Profile]:
        """Built-in profiles, then the user's by name; invalid files are reported and skipped."""
        found = {}
        for path in sorted(self._folder.glob(_FILE)) if self._folder.is_dir() else ():
            try:
                profile = read_file(path)
                check_name(profile.name)
            except TransferError as err:
                self._unread(err)
                continue
            found[folded(profile.name)] = profile
        return [*BUILT_IN, *(found[name] for name in sorted(found) if not _is_built_in(name))]

    def get(self, name: str) -> Profile:
        """Finds a profile by name, ignoring case. Raises TransferError."""
        wanted = folded(name)
        for profile in self.all():
            if folded(profile.name) == wanted:
                return profile
        raise TransferError(told(TransferFault.NO_SUCH_PROFILE, name), advice=TransferAdvice.LIST_PROFILES)

    def save(self, profile: Profile) -> None:
        """Saves a profile under its name, replacing one of the same name.

        Raises:
            TransferError: it has no name, or that of a built-in one.
            StorageFull, LibraryError: the folder cannot be written.
        """
        check_name(profile.name)
        self._refuse_built_in(profile.name)
        try:
            make_private(self._folder)
        except OSError as err:
            raise unwritable(self._folder, err) from err
        write_file(self._place(profile.name), profile)

    def remove(self, name: str) -> None:
        """Removes a profile.

        Raises:
            TransferError: no profile has that name, or it is built in.
            LibraryError: it cannot be removed.
        """
        profile = self.get(name)
        self._refuse_built_in(profile.name)
        for path in self._folder.glob(_FILE):
            try:
                if folded(read_file(path).name) == folded(profile.name):
                    path.unlink()
            except TransferError:
                continue
            except OSError as err:
                raise unwritable(path, err) from err

    def take_in(self, path: Path, name: str = "") -> Profile:
        """Imports a profile from a file, optionally under a new name. Raises as `read_file` and `save`."""
        profile = read_file(path)
        profile = replace(profile, name=name) if name else profile
        self.save(profile)
        return profile

    def _place(self, name: str) -> Path:
        plain = re.sub(r"[^a-z0-9]+", "-", folded(name)).strip("-")[:40]
        digest = hashlib.blake2b(folded(name).encode(), digest_size=4).hexdigest()
        return self._folder / f"{plain or 'profile'}-{digest}.json"

    def _refuse_built_in(self, name: str) -> None:
        if _is_built_in(folded(name)):
            raise TransferError(told(TransferFault.PROFILE_FIXED, name), advice=TransferAdvice.OWN_NAME)


class _TypedRecord:
    def __init__(self, record: Mapping[Any, Any], where: str) -> None:
        self._record, self._where = record, where

    def text(self, key: str, default: str) -> str:
        value = self._record.get(key, default)
        if not isinstance(value, str):
            raise self._wrong(key)
        return value

    def whole(self, key: str) -> int | None:
        value = self._record.get(key)
        if value is not None and (not isinstance(value, int) or isinstance(value, bool)):
            raise self._wrong(key)
        return value

    def number(self, key: str, default: float | None = None) -> float | None:
        value = self._record.get(key, default)
        if value is not None and (not isinstance(value, int | float) or isinstance(value, bool)):
            raise self._wrong(key)
        return None if value is None else float(value)

    def flag(self, key: str) -> bool:
        value = self._record.get(key, False)
        if not isinstance(value, bool):
            raise self._wrong(key)
        return value

    def _wrong(self, key: str) -> TransferError:
        return _unread(self._where, f"{key}: {str(self._record[key])[:40]}")


def _is_built_in(folded_name: str) -> bool:
    return any(folded(profile.name) == folded_name for profile in BUILT_IN)


def _unread(where: str, why: Value) -> TransferError:
    return TransferError(told(TransferFault.PROFILE_UNREAD, where, why), advice=TransferAdvice.CHECK_PROFILE)
