"""`earshot markers`: sets, lists, changes and removes markers, and writes them into files."""

from __future__ import annotations

import argparse
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from engine.cli.shell import DONE, SOME_SKIPPED, WORLDS_FAULT
from engine.cli.shell.options import add_actions, add_patience, library_folder, use_patience
from engine.cli.shell.output import json_line, printable, say
from engine.cli.shell.transfer import add_transfer, profile_of, progress, say_transferred, teller

if TYPE_CHECKING:
    from engine.audio.markers import Marker
    from engine.base.types import FilePath
    from engine.features.markers.sound_markers import SoundMarkers

DESCRIPTION = """\
Set, list, change and remove markers, regions and loops of sounds. They are kept in the library; a file changes only by
`write`, which `earshot undo` takes back to the byte. WAV files take all of them, AIFF files
markers and two loops, FLAC, Ogg and MP3 files markers."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds its actions."""
    action = add_actions(parser, is_required=True)
    listed = action("list", "list the markers of sounds, with their numbers")
    listed.add_argument("files", nargs="+", type=Path, metavar="FILE", help="sound files")
    add = action("add", "add a marker, or with --to a region")
    _add_file(add)
    _add_marker(add)
    add.add_argument("--loop", action="store_true", help="add a sampler loop instead of a region; it has no name")
    change = action("change", "move or rename a marker")
    _add_file(change)
    change.add_argument("number", type=int, metavar="N", help="its number in the list")
    _add_marker(change)
    remove = action("remove", "remove markers")
    _add_file(remove)
    remove.add_argument("numbers", nargs="*", type=int, metavar="N", help="their numbers in the list")
    remove.add_argument("--all", action="store_true", help="remove every marker of the sound")
    _add_file(action("undo", "take back the last change of a sound's markers"))
    _add_file(action("reset", "let the markers of the file count again, as long as none are changed"))
    write = action("write", "write the markers into the files; others in the files are removed")
    write.add_argument("files", nargs="+", type=Path, metavar="FILE", help="WAV, AIFF, FLAC, Ogg or MP3 files")
    write.add_argument("--dry-run", action="store_true", help="show what would change, and change nothing")
    add_patience(write)
    _add_split(action("split", "make regions of the stretches between silences"))
    export = action("export", "write a file for each region")
    export.add_argument("files", nargs="+", type=Path, metavar="FILE", help="sound files")
    export.add_argument("--to", type=Path, required=True, metavar="DIR", help="folder of the files")
    add_transfer(export)
    add_patience(export)


def run(options: argparse.Namespace) -> int:
    """Runs an action; 3 if some files failed, 1 if all did."""
    match options.action:
        case "add":
            return _add(options)
        case "change":
            return _change(options)
        case "remove":
            return _remove(options)
        case "undo":
            return _undo(options)
        case "reset":
            from engine.features.markers.sound_markers import follow_file

            return _show(follow_file(_library(options), _path(options)), options)
        case "write":
            return _write(options)
        case "export":
            return _export(options)
        case "split":
            return _split(options)
        case _:
            return _list(options)


def _add_file(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="sound file")


def _add_marker(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--at", dest="start_s", type=float, metavar="S", help="where it is or begins, in seconds")
    parser.add_argument("--to", dest="end_s", type=float, metavar="S", help="where a region or loop ends")
    parser.add_argument("--name", metavar="TEXT", help="its name")


def _add_split(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="sound files")
    threshold = "silence stays below it in all channels, -96 to 0 dBFS (default: by the background of each sound)"
    parser.add_argument("--threshold", type=float, metavar="DB", help=threshold)
    for name, default, text in (
        ("silence", 0.5, "shortest silence, in seconds"),
        ("sound", 0.1, "shortest sound, in seconds"),
        ("margin", 0.02, "kept before and after each sound, in seconds"),
    ):
        parser.add_argument(f"--{name}", type=float, default=default, metavar="S", help=f"{text} (default: {default})")
    parser.add_argument("--dry-run", action="store_true", help="show the regions, and keep none")
    add_patience(parser)


def _list(options: argparse.Namespace) -> int:
    library = _library(options)
    found, failed = _each(options, library)
    for one in found:
        if not options.json:
            print(printable(one.path.text))
        _show(one, options)
    return _status(failed, len(options.files))


def _add(options: argparse.Namespace) -> int:
    from engine.audio.markers import Marker, MarkerKind

    _refuse_without_time(options)
    stretch = MarkerKind.LOOP if options.loop else MarkerKind.REGION
    kind = MarkerKind.CUE if options.end_s is None else stretch
    return _exchange(options, (), (Marker(kind, options.start_s, options.end_s, options.name or ""),))


def _change(options: argparse.Namespace) -> int:
    from msgspec.structs import replace

    from engine.audio.markers import MarkerKind

    (old,) = _numbered(options, [options.number])
    new = replace(
        old,
        start_s=old.start_s if options.start_s is None else options.start_s,
        label=old.label if options.name is None else options.name,
    )
    if options.end_s is not None:
        kind = MarkerKind.REGION if old.kind is MarkerKind.CUE else old.kind
        new = replace(new, kind=kind, end_s=options.end_s)
    elif old.end_s is not None and options.start_s is not None:
        new = replace(new, end_s=old.end_s + options.start_s - old.start_s)
    return _exchange(options, (old,), (new,))


def _remove(options: argparse.Namespace) -> int:
    from engine.base.errors import MarkerError
    from engine.features.markers.messages import MarkerAdvice, MarkerFault
    from engine.features.markers.sound_markers import markers_of

    if not options.all and not options.numbers:
        raise MarkerError(MarkerFault.MARKER_NOT_NAMED, advice=MarkerAdvice.LIST_MARKERS)
    old = markers_of(_library(options), _path(options)).markers if options.all else _numbered(options, options.numbers)
    return _exchange(options, old, ())


def _undo(options: argparse.Namespace) -> int:
    from engine.base.errors import MarkerError
    from engine.base.messages import told
    from engine.features.markers.messages import MarkerAdvice, MarkerFault
    from engine.features.markers.sound_markers import markers_of, undo_markers

    library, path = _library(options), _path(options)
    if not undo_markers(library, markers_of(library, path)):
        raise MarkerError(told(MarkerFault.NO_MARKER_CHANGE, path.name), advice=MarkerAdvice.LIST_MARKERS)
    return _show(markers_of(library, path), options)


def _write(options: argparse.Namespace) -> int:
    from engine.features.markers.sound_markers import write_markers
    from engine.features.metadata_edits.recovery import recover
    from engine.features.metadata_edits.reports import complain

    use_patience(options)
    library = _library(options)
    found, failed = _each(options, library)
    if options.dry_run:
        for one in found:
            _show_difference(one, options)
        say("nothing was written")
        return _status(failed, len(options.files))
    recover(library)
    report = write_markers(library, found)
    for failure in report.failures:
        complain(failure.path, failure.reason, failure.advice, options)
    failed += len(report.failures)
    if options.json:
        counts = {"changed": report.changed, "unchanged": report.unchanged, "failed": failed}
        json_line({"session": report.session, **counts})
    say(f"{report.changed} files written, {report.unchanged} were so already, {failed} failed")
    return _status(failed, len(options.files))


def _split(options: argparse.Namespace) -> int:
    from engine.base.errors import AudioError, MarkerError
    from engine.base.io_timeout import in_use
    from engine.base.types import FilePath
    from engine.features.markers.silence_split import SplitRule, new_regions, read_levels, regions_between
    from engine.features.markers.sound_markers import exchange_markers, markers_of
    from engine.features.metadata_edits.reports import complain

    use_patience(options)
    library, failed, made = _library(options), 0, 0
    times = (options.silence, options.sound, options.margin)
    SplitRule(options.threshold or 0.0, *times)  # refuses odd values before sounds are read
    for path in map(FilePath.of, options.files):
        try:
            levels = in_use().run(partial(read_levels, path), path)
            threshold_dbfs = levels.quiet_dbfs if options.threshold is None else options.threshold
            found = regions_between(levels, SplitRule(threshold_dbfs, *times))
            new = new_regions(found, markers_of(library, path).markers)
            if new and not options.dry_run:
                exchange_markers(library, path, (), new)
        except (AudioError, MarkerError) as err:
            failed += 1
            complain(path, str(err), err.advice, options)
            continue
        made += len(new)
        for one in new:
            if options.json:
                json_line({"path": path.text, "threshold_dbfs": threshold_dbfs, **_record(one)})
            else:
                print(f"{printable(path.text)}: {_line(one)}")
    say(
        f"{made} regions found" if options.dry_run else f"{made} regions made; earshot markers undo takes a file's back"
    )
    return _status(failed, len(options.files))


def _export(options: argparse.Namespace) -> int:
    from engine.base.errors import MarkerError
    from engine.features.markers.messages import MarkerAdvice, MarkerFault
    from engine.features.markers.region_export import region_pieces
    from engine.transfer.transfer import transfer

    use_patience(options)
    profile, library = profile_of(options), _library(options)
    found, failed = _each(options, library)
    pieces = [piece for one in found for piece in region_pieces(one, profile)]
    if found and not pieces:
        raise MarkerError(MarkerFault.NO_REGION, advice=MarkerAdvice.ADD_REGION)
    if not found:
        return WORLDS_FAULT
    done = transfer(pieces, options.to, profile, library=library, progress=progress(), tell=teller(options, profile))
    return DONE if say_transferred(done, profile) and not failed else SOME_SKIPPED


def _show_difference(one: SoundMarkers, options: argparse.Namespace) -> None:
    from engine.features.markers.sound_markers import is_alike

    pairs = (
        ("remove", one.in_file, one.markers),
        ("write", one.markers, one.in_file),
    )
    for action, these, those in pairs:
        for marker in these:
            if any(is_alike(marker, other) for other in those):
                continue
            if options.json:
                json_line({"path": one.path.text, "action": action, **_record(marker)})
            else:
                print(f"{printable(one.path.text)}: {action} {_line(marker)}")


def _exchange(options: argparse.Namespace, old: tuple[Marker, ...], new: tuple[Marker, ...]) -> int:
    from engine.features.markers.sound_markers import exchange_markers

    _refuse_behind(options, new)
    return _show(exchange_markers(_library(options), _path(options), old, new), options)


def _refuse_behind(options: argparse.Namespace, markers: tuple[Marker, ...]) -> None:
    """Raises MarkerError for a marker behind the end of the sound."""
    from engine.audio.decode import open_audio
    from engine.base.errors import MarkerError
    from engine.base.messages import Amount, told
    from engine.features.markers.messages import MarkerAdvice, MarkerFault

    path = _path(options)
    with open_audio(path) as stream:
        duration_s = stream.info.duration_s
    for marker in markers:
        last_s = max(marker.start_s, marker.end_s or 0.0)
        if last_s > duration_s:
            said = told(MarkerFault.MARKER_BEHIND, path.name, Amount(duration_s, places=3), Amount(last_s, places=3))
            raise MarkerError(said, advice=MarkerAdvice.MARKER_TIMES)


def _refuse_without_time(options: argparse.Namespace) -> None:
    from engine.base.errors import MarkerError
    from engine.features.markers.messages import MarkerAdvice, MarkerFault

    if options.start_s is None or (options.loop and options.end_s is None):
        raise MarkerError(MarkerFault.MARKER_NOWHERE, advice=MarkerAdvice.MARKER_TIMES)


def _numbered(options: argparse.Namespace, numbers: list[int]) -> tuple[Marker, ...]:
    """The markers with these numbers in the list.

    Raises:
        MarkerError: there is none with such a number.
    """
    from engine.base.errors import MarkerError
    from engine.base.messages import told
    from engine.features.markers.messages import MarkerAdvice, MarkerFault
    from engine.features.markers.sound_markers import markers_of

    path = _path(options)
    markers = markers_of(_library(options), path).markers
    for number in numbers:
        if not 1 <= number <= len(markers):
            raise MarkerError(told(MarkerFault.NO_MARKER, path.name, number), advice=MarkerAdvice.LIST_MARKERS)
    return tuple(markers[number - 1] for number in dict.fromkeys(numbers))


def _show(one: SoundMarkers, options: argparse.Namespace) -> int:
    for number, marker in enumerate(one.markers, 1):
        if options.json:
            json_line({"path": one.path.text, "number": number, **_record(marker)})
        else:
            print(f"{number:5d}  {_line(marker)}")
    if not one.is_written:
        say("the file has other markers; write them into it by earshot markers write")
    return DONE


def _record(marker: Marker) -> dict[str, object]:
    return {"kind": marker.kind.value, "start_s": marker.start_s, "end_s": marker.end_s, "name": marker.label}


def _line(marker: Marker) -> str:
    end = "" if marker.end_s is None else f"{marker.end_s:.3f}"
    return f"{marker.start_s:10.3f} {end:>10s}  {marker.kind.value:6s} {printable(marker.label)}".rstrip()


def _each(options: argparse.Namespace, library: Path) -> tuple[list[SoundMarkers], int]:
    """The markers of every file that can be read, and how many cannot."""
    from engine.base.errors import AudioError
    from engine.base.io_timeout import asked
    from engine.base.types import FilePath
    from engine.features.markers.sound_markers import markers_of
    from engine.features.metadata_edits.reports import complain

    found, failed = [], 0
    for path in map(FilePath.of, options.files):
        try:
            found.append(asked(lambda path: markers_of(library, path), path))
        except AudioError as err:
            failed += 1
            complain(path, str(err), err.advice, options)
    return found, failed


def _library(options: argparse.Namespace) -> Path:
    from engine.store.library_identity import refuse_missing

    library = library_folder(options)
    refuse_missing(library)
    return library


def _path(options: argparse.Namespace) -> FilePath:
    from engine.base.types import FilePath

    return FilePath.of(options.file)


def _status(failed: int, of: int) -> int:
    if failed == 0:
        return DONE
    return WORLDS_FAULT if failed == of else SOME_SKIPPED
