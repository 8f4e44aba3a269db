"""`earshot-train export`, `import-clap` and `import-salsa`: a trained system becomes a pack."""

import argparse
from collections.abc import Sequence

from training.data.corpus import Clip, only, read_corpus
from training.export.clap import clap_system
from training.export.pipeline import pack_of
from training.export.salsa import salsa_system
from training.export.system import Kept, System
from training.export.trained import checkpoint_system
from training.runs.checkpoint import load_checkpoint
from training.tasks import DONE, say


def import_clap(options: argparse.Namespace) -> int:
    """Makes a pack of a transformers CLAP folder."""
    return _make(clap_system(options.folder, name=options.name, licence=options.licence), options)


def import_salsa(options: argparse.Namespace) -> int:
    """Makes a pack of a checkpoint released with the papers."""
    words = {"tokenizer": options.tokenizer, "name": options.name, "licence": options.licence}
    return _make(salsa_system(options.file, **words), options)


def export_checkpoint(options: argparse.Namespace) -> int:
    """Makes a pack of a checkpoint of ours."""
    checkpoint = load_checkpoint(options.checkpoint)
    return _make(checkpoint_system(checkpoint, name=options.name, licence=options.licence), options)


def _make(system: System, options: argparse.Namespace) -> int:
    kept = Kept(options.precision, options.text_precision or options.precision)
    info = pack_of(system, options.out, kept=kept, clips=_splits(options), report=say)
    say(f"pack {info.name} {info.version} ({info.pack_id}) in {options.out}")
    return DONE


def _splits(options: argparse.Namespace) -> dict[str, Sequence[Clip]]:
    """The splits to measure on, those that the corpus has."""
    if options.corpus is None:
        return {}
    clips = read_corpus(options.corpus)
    return {split: part for split in ("val", "test") if (part := only(clips, split))}
