"""What `earshot-train` does; imported only once torch is known to be there."""

import argparse
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path

from engine.models.pack import default_pack
from training.config import load_config
from training.data.corpus import SPLITS, CorpusError, check_splits, only, read_corpus
from training.data.fetch import fetch
from training.data.manifest import read_manifest, write_manifest
from training.evaluation.retrieval import evaluate
from training.export.assemble import make_pack
from training.runs.checkpoint import load_checkpoint
from training.runs.loop import gather, train
from training.runs.memory import keep_memory

DONE, SOME_SKIPPED = 0, 3


def say(text: str) -> None:
    """Tells people."""
    print(text, file=sys.stderr, flush=True)


def show_corpus(options: argparse.Namespace) -> int:
    """Reads a corpus and says what is in it."""
    clips = read_corpus(options.data)
    for split in SPLITS:
        part = only(clips, split)
        hours = sum(clip.duration_s for clip in part) / 3600
        captions = {caption for clip in part for caption in clip.captions}
        kinds = {clip.kind for clip in part}
        print(f"{split}: {len(part)} clips, {hours:.2f} h, {len(kinds)} kinds, {len(captions)} captions")
    for source, count in sorted(Counter(clip.source for clip in clips).items()):
        print(f"  {source}: {count}")
    return DONE


def fetch_corpus(options: argparse.Namespace) -> int:
    """Rebuilds the corpus from the manifest."""
    entries = [entry for entry in read_manifest() if not options.source or entry.source in options.source]
    if not entries:
        raise CorpusError(f"the manifest has no source {', '.join(options.source)}", advice="Leave --source out.")
    found = fetch(entries[: options.limit], options.data, say, server=options.server)
    for line in found.missing:
        say(f"left out {line}")
    say(f"{found.clips} clips in {options.data}, {found.new} new, {len(found.missing)} left out")
    return SOME_SKIPPED if found.missing else DONE


def make_manifest(options: argparse.Namespace) -> int:
    """Writes the manifest anew from a corpus folder with SOURCES.md."""
    say(f"{write_manifest(options.data)} clips listed")
    return DONE


def make_starter(options: argparse.Namespace) -> int:
    """Trains the starter and makes its pack, or only the pack of a checkpoint."""
    clips = read_corpus(options.data)
    check_splits(clips, *SPLITS)
    cache, path = options.runs / "cache", options.runs / "starter" / "checkpoint.pt"
    if options.checkpoint:
        checkpoint = load_checkpoint(options.checkpoint)
    else:
        config = load_config(options.config)
        if options.minutes is not None:
            config = replace(config, run=replace(config.run, minutes=options.minutes))
        keep_memory()
        checkpoint = train(gather(clips, config, cache, say), config, path, say)
    out: Path = options.out or default_place()
    info = make_pack(checkpoint, clips, cache, out, say)
    say(f"pack {info.name} {info.version} ({info.pack_id}) in {out}")
    return DONE


def measure(options: argparse.Namespace) -> int:
    """Measures a pack on a split through the engine."""
    pack = options.pack or default_pack()
    clips = read_corpus(options.data)
    check_splits(clips, options.split)
    found = evaluate(pack, only(clips, options.split), workers=options.workers)
    print("\n".join([f"{pack} on {options.split}:", *found.lines()]))
    return DONE


def default_place() -> Path:
    """Where the starter lies in a checkout: resources/packs/starter."""
    return Path(__file__).resolve().parent.parent / "resources" / "packs" / "starter"
