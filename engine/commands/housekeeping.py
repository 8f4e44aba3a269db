"""`earshot duplicates`, `missing`, `export` and `collect`: what is there twice or not any more, and what goes out."""

import argparse
from collections.abc import Callable
from pathlib import Path

from engine.commands import DONE, SOME_SKIPPED
from engine.commands.housekeeping_parser import LISTED
from engine.commands.show import bar, json_line, printable, say, size_text
from engine.commands.unread import refuse_unread
from engine.duplicates.exact import find_exact
from engine.duplicates.near import find_near
from engine.errors import QueryError
from engine.export.collect import Piece, collect
from engine.export.credits import CreditsFormat
from engine.export.playlist import write_m3u8
from engine.export.table import write_csv
from engine.library import Library, default_folder
from engine.relink import locate_below, missing, relink
from engine.search.ranking import Ranking
from engine.store.housekeeping import Housekeeping
from engine.types import FilePath, Sound


def run_duplicates(options: argparse.Namespace) -> int:
    """Prints groups of duplicates, those that take most space first."""
    with Housekeeping.open(_folder(options), read_only=True) as catalogue:
        if options.near:
            found = find_near(catalogue, progress=bar("comparing")).groups(catalogue, options.similarity)
        else:
            found = find_exact(catalogue)
        for number in range(len(found)):
            start, end = int(found.starts[number]), int(found.starts[number + 1])
            sounds = catalogue.sounds(found.ids[start:end])
            likeness = found.similarities[start:end].tolist()
            patterns = [found.is_by_units(row) for row in range(start, end)]
            if options.json:
                records = [
                    {**_record(sound, value), "why": "pattern"} if is_pattern else _record(sound, value)
                    for sound, value, is_pattern in zip(sounds, likeness, patterns, strict=True)
                ]
                json_line({"group": number + 1, "sounds": records})
                continue
            print(f"{number + 1}")
            for sound, value, is_pattern in zip(sounds, likeness, patterns, strict=True):
                why = "  (same pattern)" if is_pattern else ""
                print(f"  {value:6.1%}  {size_text(sound.size_bytes):>10s}  {printable(sound.path.text)}{why}")
    groups = "1 group" if len(found) == 1 else f"{len(found)} groups"
    say(f"{groups}; all but the best of each take up {size_text(found.spare_bytes)}")
    return DONE


def run_missing(options: argparse.Namespace) -> int:
    """Lists missing files, or links again what was moved; 3 when some of it did not match."""
    folder = _folder(options)
    if options.moved is None:
        with Housekeeping.open(folder, read_only=True) as catalogue:
            listed = missing(catalogue)
        for place in listed.folders:
            for row in place.rows:
                if options.json:
                    json_line({"path": row.path.text, "uri": row.path.uri, "root": place.root.path.text})
                else:
                    print(printable(row.path.text))
        for away in listed.offline:
            say(f"offline: {printable(away.root.path.text)}, {away.sounds} sounds")
        say(f"{listed.sounds} missing")
        return DONE
    old, new = (FilePath.of(path) for path in options.moved)
    with Housekeeping.open(folder, read_only=True) as catalogue:
        proposal = locate_below(catalogue, old, new)
    done = relink(folder, proposal, progress=_counter("read"))
    for item in done.unmatched:
        if options.json:
            json_line({"path": item.row.path.text, "at": item.path.text, "reason": item.reason})
        else:
            print(f"{printable(item.path.text)}: {printable(item.reason)}")
    say(f"{done.sounds} linked again, {len(done.unmatched)} not")
    return SOME_SKIPPED if done.unmatched else DONE


def run_export(options: argparse.Namespace) -> int:
    """Writes a table, a playlist, or both."""
    if options.csv is None and options.m3u is None:
        raise QueryError("say what to write", advice="For example: earshot export door --csv doors.csv")
    folder = _folder(options)
    with Library.open(folder, read_only=True) as library:
        ranking, wanted = _ranked(library, options)
    ids = ranking.ids[:wanted]
    with Housekeeping.open(folder, read_only=True) as catalogue:
        if options.csv is not None:
            written = write_csv(
                catalogue,
                ids,
                options.csv,
                with_mark=options.excel,
                with_fields=options.fields,
                with_formulas=options.formulas,
            )
            _told(options, options.csv, written)
        if options.m3u is not None:
            _told(options, options.m3u, write_m3u8(catalogue, ids, options.m3u, is_relative=options.relative))
    return DONE


def run_collect(options: argparse.Namespace) -> int:
    """Copies sounds into a folder; 3 when some could not be read."""
    with Library.open(_folder(options), read_only=True) as library:
        ranking, wanted = _ranked(library, options)
        pieces: list[Piece] = []
        for start in range(0, wanted, LISTED):
            for hit in library.hits(ranking, range(start, min(start + LISTED, wanted))):
                moment = hit.moments[0] if options.moments and hit.moments and not ranking.is_listing else None
                times = (None, None) if moment is None else (moment.start_s, moment.end_s)
                pieces.append(Piece(hit.sound.path, hit.sound.metadata, *times))
    form = None if options.credits == "none" else CreditsFormat(options.credits)
    done = collect(pieces, options.to, credits=form, progress=_bytes)
    for path in done.files:
        if options.json:
            json_line({"file": str(path)})
        else:
            print(printable(str(path)))
    for item in done.skipped:
        say(f"skipped {printable(item.path.text)}: {printable(item.reason)}")
    say(f"{done.new} copied, {len(done.files) - done.new} there already, {len(done.skipped)} skipped")
    return SOME_SKIPPED if done.skipped else DONE


def _ranked(library: Library, options: argparse.Namespace) -> tuple[Ranking, int]:
    """The sounds of a query, and how many of them are wanted: all where nothing describes."""
    ranking = library.rank(" ".join(options.words), limit=options.limit or LISTED)
    refuse_unread(ranking.chips)
    return ranking, min(len(ranking), options.limit or len(ranking))


def _record(sound: Sound, similarity: float) -> dict[str, object]:
    info = sound.info
    return {
        "path": sound.path.text,
        "uri": sound.path.uri,
        "similarity": round(similarity, 4),
        "size_bytes": sound.size_bytes,
        "format": info.format if info else None,
        "sample_rate_hz": info.sample_rate_hz if info else None,
        "bit_depth": info.bit_depth if info else None,
        "channels": info.channels if info else None,
        "duration_s": round(info.duration_s, 3) if info else None,
        "rating": sound.marks.rating,
        "uses": sound.marks.uses,
    }


def _told(options: argparse.Namespace, path: Path, written: int) -> None:
    if options.json:
        json_line({"file": str(path), "sounds": written})
    else:
        say(f"{written} sounds in {printable(str(path))}")


def _counter(word: str) -> Callable[[int, int], None]:
    share = bar(word)
    return lambda done, total: share(done / max(1, total))


def _bytes(done: int, total: int) -> None:
    bar("copying")(done / max(1, total))


def _folder(options: argparse.Namespace) -> Path:
    folder: Path | None = options.library
    return folder or default_folder()
