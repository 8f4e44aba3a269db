"""`earshot-train corpus`: the contents of a corpus; making one from its manifest, or a manifest from one."""

import argparse
from collections import Counter
from pathlib import Path

from training.base.arguments import DONE, SOME_SKIPPED, Commands, count, say
from training.base.results import add_replace_option, check_room, make_room, parts_kept, rest_left


def add_parser(commands: Commands) -> None:
    """Adds the command."""
    parser = commands.add_parser(
        "corpus",
        help="read corpora, or fetch the starter's",
        description="Says what is in a corpus, what is left out of it and why. Known: earshot (the starter's), "
        "synthesis, clotho, audiocaps, wavcaps, macs, dcase2025, folder (with captions.csv, "
        ".jsonl or .json, or an audiofolder of datasets), library, manifest.",
        allow_abbrev=False,
    )
    parser.add_argument(
        "--data",
        action="append",
        metavar="[NAME=]DIR",
        help="path of a corpus; a bare DIR is the starter's, a second one adds to its train part",
    )
    parser.add_argument(
        "--part", action="append", default=[], metavar="NAME:PART", help="only this, such as clotho:development"
    )
    parser.add_argument("--strict", action="store_true", help="keep only what is stated to be under an open licence")
    parser.add_argument(
        "--own", action="append", default=[], metavar="NAME", help="your name: what is yours is not forbidden"
    )
    parser.add_argument("--out", type=Path, metavar="FILE", help="write what was read as a manifest, JSONL")
    parser.set_defaults(run=run)
    actions = parser.add_subparsers(title="actions", metavar="ACTION", dest="action")
    fetch = actions.add_parser("fetch", help="rebuild the corpus from the manifest, online", allow_abbrev=False)
    fetch.add_argument(
        "--data", type=Path, action="append", metavar="DIR", required=True,
        help="folder to make or to complete; a second one takes the further clips",
    )  # fmt: skip
    fetch.add_argument(
        "--source", action="append", default=[], metavar="NAME", help="only this source; may be repeated"
    )
    fetch.add_argument("--limit", type=count, metavar="N", help="only the first N clips of each")
    fetch.add_argument("--server", default="https://github.com", metavar="URL", help="default: %(default)s")
    fetch.set_defaults(run=fetch_corpus, kept=parts_kept)
    shards = actions.add_parser(
        "unpack",
        help="make a folder of tar or parquet shards",
        description="Reads webdataset's tar files, and parquet files with the sounds within, one sample after the "
        "other, into numbered files and captions.jsonl: then --data folder=DIR.",
        allow_abbrev=False,
    )
    shards.add_argument("shards", type=Path, nargs="+", metavar="SHARD", help="FILE.tar, .tar.gz or .parquet")
    shards.add_argument("--out", type=Path, required=True, metavar="DIR", help="the folder")
    shards.add_argument("--split", default="", choices=("train", "val", "test"), help="of all (default: what they say)")
    add_replace_option(shards)
    shards.set_defaults(run=unpack_shards, kept=rest_left, data=[])
    doubles = actions.add_parser(
        "doubles", help="list clips of further folders that are one recording with another's", allow_abbrev=False
    )
    doubles.add_argument(
        "--data", action="append", required=True, metavar="DIR", help="the corpus, then what adds to it"
    )
    doubles.add_argument("--pack", type=Path, metavar="DIR", help="whose vectors are compared (default: the starter)")
    doubles.add_argument("--workers", type=count, default=0, metavar="N", help="threads (default: one a core)")
    doubles.add_argument("--out", type=Path, required=True, metavar="FILE", help="training/data/corpora/doubles.txt")
    doubles.set_defaults(run=list_doubles)
    manifest = actions.add_parser("manifest", help="write the manifest anew from a corpus", allow_abbrev=False)
    manifest.add_argument(
        "--data", type=Path, action="append", metavar="DIR", required=True,
        help="corpus with its SOURCES.md, then what adds to it",
    )  # fmt: skip
    manifest.set_defaults(run=make_manifest)


def run(options: argparse.Namespace) -> int:
    """Reads corpora and reports their contents, and what was left out and why."""
    from training.data.corpora.extensions import VAL
    from training.data.corpora.reader import CorpusReading
    from training.data.corpora.registry import OWN, folders_of, named_in, places_of, read_parts
    from training.data.corpus import SPLITS, only, read_corpus
    from training.data.listing import write_listing

    places = places_of(options.data)
    if list(places) == [OWN] and not (options.part or options.strict):
        reading = CorpusReading(tuple(read_corpus(places[OWN])))
    else:
        reading = read_parts(options.part or named_in(places), places, is_strict=options.strict, owners=options.own)
    clips = list(reading.clips)
    # Held-out clips of further folders are measured beside val, never within it.
    further = {clip.id for clip in read_parts([f"{OWN}:{VAL}"], places).clips} if len(folders_of(places)) > 1 else set()
    for split in (*SPLITS, VAL) if further else SPLITS:
        part = [clip for clip in only(clips, split.partition("-")[0]) if (clip.id in further) == (split == VAL)]
        hours = sum(clip.duration_s for clip in part) / 3600
        captions = {caption for clip in part for caption in clip.captions}
        kinds = {clip.kind for clip in part}
        print(f"{split}: {len(part)} clips, {hours:.2f} h, {len(kinds)} kinds, {len(captions)} captions")
    for source, number in sorted(Counter(clip.source for clip in clips).items()):
        print(f"  {source}: {number}")
    for note in reading.notes:
        print(f"note: {note}")
    for group in reading.groups():
        print(f"left out: {group.count} because {group.reason.text}: {', '.join(group.examples)}")
    if options.out:
        write_listing(clips, options.out)
        say(f"{len(clips)} clips listed in {options.out}")
    return SOME_SKIPPED if reading.left_out else DONE


def unpack_shards(options: argparse.Namespace) -> int:
    """Makes a folder of shards."""
    from training.data.unpacking import LIST, SOUNDS, unpack

    holds = (LIST, SOUNDS)
    check_room(options.out, holds, replaces=options.replace)
    if options.replace:
        make_room(options.out, holds, say)
    found = unpack(options.shards, options.out, options.split)
    for line in found.examples:
        say(f"left out {line}")
    say(f"{found.sounds} sounds in {options.out}, {found.left_out} left out; use them as --data folder={options.out}")
    return SOME_SKIPPED if found.left_out else DONE


def list_doubles(options: argparse.Namespace) -> int:
    """Lists clips of further folders that are the same recording as another source's."""
    from engine.models.pack import default_pack
    from training.data.corpora.registry import folders_of, places_of
    from training.data.corpus import CorpusError, read_corpus
    from training.evaluation.doubles import find_doubles, write_doubles
    from training.evaluation.library import IndexOptions

    folders = folders_of(places_of(options.data))
    if len(folders) < 2:
        raise CorpusError("there is no further folder", advice="Give --data twice: the corpus, then what adds to it.")
    own, *further = [read_corpus(folder) for folder in folders]
    more = [clip for clips in further for clip in clips]
    lines = find_doubles(options.pack or default_pack(), own, more, by=IndexOptions(options.workers))
    write_doubles(lines, options.out)
    say(f"{len(lines)} pairs in {options.out}")
    return DONE


def fetch_corpus(options: argparse.Namespace) -> int:
    """Rebuilds the corpus from the manifest."""
    from training.data.corpus import CorpusError
    from training.data.fetch import fetch
    from training.data.manifest import read_manifest

    entries = [entry for entry in read_manifest() if not options.source or entry.source in options.source]
    if not entries:
        raise CorpusError(f"the manifest has no source {', '.join(options.source)}", advice="Leave --source out.")
    is_short = False
    for number, folder in enumerate(options.data, start=1):
        wanted = [entry for entry in entries if entry.folder == number]
        if not wanted and options.source:
            continue
        if not wanted:
            raise CorpusError(
                f"the manifest has nothing for {folder}", advice="Give --data once, or twice for the further clips too."
            )
        found = fetch(wanted[: options.limit], folder, say, server=options.server)
        for line in found.missing:
            say(f"left out {line}")
        say(f"{found.clips} clips in {folder}, {found.new} new, {len(found.missing)} left out")
        is_short |= bool(found.missing)
    return SOME_SKIPPED if is_short else DONE


def make_manifest(options: argparse.Namespace) -> int:
    """Rewrites the manifest from a corpus folder with SOURCES.md."""
    from training.data.manifest import write_manifest

    say(f"{write_manifest(options.data)} clips listed")
    return DONE
