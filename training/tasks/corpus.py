"""`earshot-train corpus`: what is in a corpus, and making one from its manifest or a manifest from it."""

import argparse
from collections import Counter

from engine.models.pack import default_pack
from training.data.corpora.further import VAL
from training.data.corpora.reading import Reading
from training.data.corpora.registry import OWN, folders_of, named_in, places_of, read_parts
from training.data.corpus import SPLITS, CorpusError, only, read_corpus
from training.data.fetch import fetch
from training.data.listing import write_listing
from training.data.manifest import read_manifest, write_manifest
from training.evaluation.doubles import find_doubles, write_doubles
from training.tasks import DONE, SOME_SKIPPED, say


def show_corpus(options: argparse.Namespace) -> int:
    """Reads corpora and says what is in them, and what was left out and why."""
    places = places_of(options.data)
    if list(places) == [OWN] and not (options.part or options.strict):
        reading = Reading(tuple(read_corpus(places[OWN])))
    else:
        reading = read_parts(options.part or named_in(places), places, is_strict=options.strict, owners=options.own)
    clips = list(reading.clips)
    # What further folders hold out is measured beside val, never within it.
    further = {clip.id for clip in read_parts([f"{OWN}:{VAL}"], places).clips} if len(folders_of(places)) > 1 else set()
    for split in (*SPLITS, VAL) if further else SPLITS:
        part = [clip for clip in only(clips, split.partition("-")[0]) if (clip.id in further) == (split == VAL)]
        hours = sum(clip.duration_s for clip in part) / 3600
        captions = {caption for clip in part for caption in clip.captions}
        kinds = {clip.kind for clip in part}
        print(f"{split}: {len(part)} clips, {hours:.2f} h, {len(kinds)} kinds, {len(captions)} captions")
    for source, count in sorted(Counter(clip.source for clip in clips).items()):
        print(f"  {source}: {count}")
    for note in reading.notes:
        print(f"note: {note}")
    for group in reading.groups():
        print(f"left out: {group.count} because {group.reason.text}: {', '.join(group.examples)}")
    if options.out:
        write_listing(clips, options.out)
        say(f"{len(clips)} clips listed in {options.out}")
    return SOME_SKIPPED if reading.left_out else DONE


def list_doubles(options: argparse.Namespace) -> int:
    """Lists which clips of further folders are one recording with another source's."""
    folders = folders_of(places_of(options.data))
    if len(folders) < 2:
        raise CorpusError("there is no further folder", advice="Give --data twice: the corpus, then what adds to it.")
    own, *further = [read_corpus(folder) for folder in folders]
    more = [clip for clips in further for clip in clips]
    lines = find_doubles(options.pack or default_pack(), own, more, workers=options.workers)
    write_doubles(lines, options.out)
    say(f"{len(lines)} pairs in {options.out}")
    return DONE


def fetch_corpus(options: argparse.Namespace) -> int:
    """Rebuilds the corpus from the manifest."""
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
    """Writes the manifest anew from a corpus folder with SOURCES.md."""
    say(f"{write_manifest(options.data)} clips listed")
    return DONE
