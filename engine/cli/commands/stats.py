"""`earshot stats`: shows what is in a library."""

import argparse
from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.cli.shell import DONE
from engine.cli.shell.options import library_folder
from engine.cli.shell.output import json_line, printable, size_text

if TYPE_CHECKING:
    from pathlib import Path

    from engine.base.library_facts import FailedFile

DESCRIPTION = ""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds its options."""
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--failed", action="store_true", help="list the files that could not be read, and why")
    what.add_argument("--by-folder", action="store_true", help="count the sounds of each folder and its subfolders")


def run(options: argparse.Namespace) -> int:
    """Prints counts, pack, index and size."""
    from engine.library.library import Library

    folder = library_folder(options)
    if options.by_folder:
        return _by_folder(folder, as_json=options.json)
    with Library.open(folder, read_only=True) as library:
        stats, id = library.stats(), library.id
        failed = library.failures(stats.failed) if options.failed else []
    if options.failed:
        _list(failed, as_json=options.json)
        return DONE
    if options.json:
        json_line(
            {
                "library": str(folder),
                "library_id": id,
                "sounds": stats.sounds,
                "segments": stats.segments,
                "failed": stats.failed,
                "offline": stats.offline,
                "missing": stats.missing,
                "roots": list(stats.roots),
                "pack": stats.pack_name,
                "pack_id": stats.pack_id,
                "next_pack": stats.next_pack_name,
                "next_pack_id": stats.next_pack_id,
                "next_pack_sounds": stats.next_pack_sounds,
                "index_state": str(stats.index_state),
                "index_tier": stats.index_tier,
                "bytes": stats.bytes_on_disk,
            }
        )
        return DONE
    print(f"library   {printable(str(folder))} ({size_text(stats.bytes_on_disk)})")
    away = f"{stats.offline} offline, {stats.missing} missing"
    print(f"sounds    {stats.sounds} ({stats.segments} segments), {stats.failed} failed, {away}")
    print(f"pack      {printable(stats.pack_name)} ({stats.pack_id[:12]})")
    if stats.next_pack_id:
        known = f"{stats.next_pack_sounds} of {stats.sounds} sounds"
        print(f"learning  {printable(stats.next_pack_name)}: {known}; `earshot pack use` goes on")
    print(f"index     {stats.index_state}; a query is answered by {stats.index_tier}")
    for root in stats.roots:
        print(f"folder    {printable(root)}")
    return DONE


def _by_folder(library: "Path", *, as_json: bool) -> int:
    """Prints the number of sounds in each added folder, and directly below it in each subfolder."""
    from engine.library.reader import LibraryReader

    with LibraryReader(library) as reader:
        roots = [root.path for root in reader.roots()]
        rows = [(root, reader.sounds_below(root), reader.subfolders(root)) for root in roots]
    for root, sounds, subfolders in rows:
        for path, count in ((root, sounds), *((one.path, one.sounds) for one in subfolders)):
            if as_json:
                json_line({"path": path.text, "uri": path.uri, "root": root.text, "sounds": count})
            else:
                print(f"{count:>9}  {printable(path.text)}")
    return DONE


def _list(failed: "Sequence[FailedFile]", *, as_json: bool) -> None:
    for file in failed:
        advice = str(file.trouble.advice)
        if as_json:
            json_line({"path": file.path.text, "uri": file.path.uri, "error": file.reason, "advice": advice})
        else:
            print(printable(f"{file.trouble.of(file.path.text)}. {advice}"))
