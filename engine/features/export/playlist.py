"""Writes sounds as an M3U8 playlist, which players and file managers open."""

import os
from collections.abc import Callable
from pathlib import Path

from engine.base.atomic_files import replacing
from engine.base.cancellation import Cancel, never
from engine.base.types import FilePath, Ids, Sound
from engine.store.catalogue import Catalogue
from engine.transfer.table import pages


def write_m3u8(
    catalogue: Catalogue,
    ids: Ids,
    path: Path,
    *,
    is_relative: bool = False,
    cancel: Cancel = never,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> int:
    """Writes one entry per sound, in the order of `ids`, with its length. Replaces an existing file.

    Args:
        catalogue: the library's, read only.
        ids: sounds; removed ones are left out.
        path: the playlist.
        is_relative: write paths relative to the playlist's folder, so that both can move together.
        cancel: polled between pages.
        progress: receives entries written and in all.

    Returns:
        The number of entries.

    Raises:
        StopRequested: it was cancelled; there is no file.
        StorageFull, LibraryError: the file cannot be written.
    """
    folder = FilePath.of(path).raw.rpartition(os.fsencode(os.sep))[0] or os.fsencode(os.sep)
    done = 0
    with replacing(path) as file:
        file.write("#EXTM3U\n")
        for sounds in pages(catalogue, ids, cancel):
            for sound in sounds:
                seconds = f"{sound.info.duration_s:.3f}" if sound.info else "-1"
                file.write(
                    f"#EXTINF:{seconds},{_title(sound)}\n{_place(sound.path, folder if is_relative else None)}\n"
                )
            done += len(sounds)
            progress(done, len(ids))
    return done


def _title(sound: Sound) -> str:
    metadata = sound.metadata
    title = metadata.title or sound.path.name
    return " ".join((f"{metadata.artist} - {title}" if metadata.artist and metadata.title else title).split())


def _place(path: FilePath, folder: bytes | None) -> str:
    """The path as a line: unchanged if it is one line of UTF-8, else as a URI."""
    raw = path.raw
    if folder is not None:
        try:
            raw = os.path.relpath(raw, folder)
        except ValueError:  # on another drive of Windows
            raw = path.raw
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError:
        return path.uri
    if not text.isprintable():
        return path.uri
    return f".{os.sep}{text}" if text[:1] in ("#", " ") else text
