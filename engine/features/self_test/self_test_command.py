"""`earshot self-test`: which kinds in the user's file names are found by sound alone, outliers, and gaps."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.cli.shell import DONE
from engine.cli.shell.options import count, library_folder
from engine.cli.shell.output import NAMED, bar, json_line, printable, say

if TYPE_CHECKING:
    from engine.features.self_test.gaps import GapLine, WantedLine
    from engine.features.self_test.kind_search import KindResult, RankedSound
    from engine.features.self_test.self_test import SelfTest

DESCRIPTION = """\
Test search quality with your own file names: for each kind of sound they name, how many are found by sound alone.
Also lists outliers, with --script or --ucs the lines that no sound matches, and which other pack finds your kinds
better, where it was measured. Nothing is changed."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds its options."""
    lines = parser.add_mutually_exclusive_group()
    script = "also list the cues of this script, cue sheet, EDL or list that no sound matches"
    lines.add_argument("--script", type=Path, metavar="FILE", help=script)
    lines.add_argument("--ucs", action="store_true", help="also list the UCS categories that no sound matches")
    parser.add_argument("--page", type=Path, metavar="FILE", help="save the results as an HTML page with pictures")
    other = "analyse some sounds with this pack (name or folder), and compare it with the pack in use"
    parser.add_argument("--pack", type=Path, metavar="PACK", help=other)
    sample = "sounds that --pack analyses (default: 200)"
    parser.add_argument("--sample", type=count, metavar="N", help=sample)


def run(options: argparse.Namespace) -> int:
    """Tests the library and prints the results."""
    from engine.features.self_test.self_test import SAMPLE, SelfTestOptions, run_self_test
    from engine.ingest.pack_install import pack_folder

    folder = library_folder(options)
    other = None if options.pack is None else pack_folder(options.pack, folder)
    ask = SelfTestOptions(_lines(options), other, options.sample or SAMPLE)
    test = run_self_test(folder, ask, progress=bar("testing"))
    if options.json:
        for record in _records(test):
            json_line(record)
    else:
        _print(test)
    if options.page is not None:
        _write(test, folder, options.page)
    return DONE


def _lines(options: argparse.Namespace) -> "tuple[WantedLine, ...]":
    from engine.features.self_test.gaps import script_lines, ucs_lines

    if options.ucs:
        return ucs_lines()
    return () if options.script is None else script_lines(options.script)


def _write(test: "SelfTest", folder: Path, path: Path) -> None:
    from engine.features.self_test.report_page import write_page
    from engine.library.reader import LibraryReader

    with LibraryReader(folder) as reader:
        write_page(test, path, str, reader.peaks)
    say(f"written to {printable(str(path))}")


def _print(test: "SelfTest") -> None:
    """For people: worst kinds first, then outliers, then gaps."""
    from engine.features.self_test.messages import SelfTestMessage
    from engine.features.self_test.wording import (
        found_said,
        kind_said,
        lines_said,
        pack_said,
        pack_score_said,
        score_said,
        summary_said,
        there_said,
    )

    for one in (*summary_said(test), score_said(test)):
        if one is not None:
            print(one)
    for kind in test.kinds:
        name = printable(str(kind_said(kind)))
        print(f"  {kind.found:5} of {kind.files:5}  {kind.average_precision:.2f}  {name}: {found_said(kind)}")
        if kind.missed:
            print(f"{'':24}{printable(_example(kind.missed[0]))}")
    if test.outliers.outliers:
        print(f"outliers (usual closeness: {test.outliers.typical:.2f}):")
    for outlier in test.outliers.outliers[:NAMED]:
        print(f"  {outlier.closeness:.2f}  {printable(outlier.path.text)}  nearest: {printable(outlier.nearest.name)}")
    missing = [line for line in test.lines if line.may_be_missing]
    if lines_said(test.lines).what is SelfTestMessage.CANNOT_TELL:
        print(lines_said(test.lines))
    elif test.lines:
        print(f"{len(missing)} of {len(test.lines)} lines may be missing:")
    for line in missing:
        nearest = f"  nearest: {printable(line.nearest[0].sound.path.name)}" if line.nearest else ""
        print(f"  {line.score:.2f}  {printable(line.line.text)}: {there_said(line)}{nearest}")
    for pack in test.packs:
        print(printable(str(pack_said(pack))))
        score = pack_score_said(pack)
        if score is not None:
            print(printable(str(score)))


def _records(test: "SelfTest") -> list[dict[str, Any]]:
    """One object for the whole, then one each for kinds, outliers, lines and packs."""
    overall = test.overall
    mean = {} if overall is None else {"mean_ap": overall.value, "low": overall.low, "high": overall.high}
    summary = {"what": "summary", "pack": test.pack, "sounds": test.sounds, "named": test.named, **mean}
    outliers = [
        {"what": "outlier", "path": one.path.text, "uri": one.path.uri, "closeness": round(one.closeness, 4)}
        | {"nearest": one.nearest.text, "usual": round(test.outliers.typical, 4)}
        for one in test.outliers.outliers
    ]
    packs = [
        {"what": "pack", "name": one.name, "measured": one.measured, "sounds": one.sounds, "kinds": one.kinds}
        | {"first_here": one.first_here, "first_there": one.first_there}
        | {"here": one.here, "there": one.there, "low": one.low, "high": one.high, "better": one.is_better}
        for one in test.packs
    ]
    return [summary, *map(_kind, test.kinds), *outliers, *map(_line, test.lines), *packs]


def _kind(kind: "KindResult") -> dict[str, Any]:
    return {
        "what": "kind",
        "words": kind.words,
        "by": kind.by,
        "cat_id": kind.cat_id,
        "files": kind.files,
        "of": kind.of,
        "found": kind.found,
        "first": kind.is_first,
        "hit_at_10": kind.is_hit,
        "ap": round(kind.average_precision, 4),
        "mean_rank": round(kind.mean_rank, 2),
        "chance": round(kind.chance, 4),
        "verdict": kind.found_by_sound,
        "best": [_sound(one) for one in kind.best],
        "missed": [_sound(one) for one in kind.missed],
        "instead": dict(kind.instead),
    }


def _sound(one: "RankedSound") -> dict[str, Any]:
    where = {"path": one.path.text, "uri": one.path.uri, "rank": one.rank}
    return where | {"start_s": one.start_s, "end_s": one.end_s}


def _line(line: "GapLine") -> dict[str, Any]:
    about = {"text": line.line.text, "cat_id": line.line.cat_id, "number": line.line.number}
    found = {"there": line.there, "score": round(line.score, 4), "stated": line.stated}
    return {"what": "line", **about, **found, "nearest": [hit.sound.path.text for hit in line.nearest]}


def _example(one: "RankedSound") -> str:
    at = "" if one.start_s is None else f"@{one.start_s:.1f}-{one.end_s:.1f}"
    return f"missed: {one.path.text}{at}, place {one.rank}"
