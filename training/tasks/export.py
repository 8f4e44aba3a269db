"""`earshot-train export`, `import-clap` and `import-salsa`: a trained system becomes a pack."""

import argparse
from collections.abc import Sequence

from training.data.corpora.registry import OWN, places_of, read_parts
from training.data.corpus import Clip, CorpusError
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
    """The splits to measure on; those of our own corpus where no part is named."""
    if not options.corpora:
        return {}
    places = places_of(options.corpora)
    splits: dict[str, Sequence[Clip]] = {}
    for split, parts in (("val", options.val), ("test", options.test)):
        if parts or OWN in places:
            reading = read_parts(parts or [f"{OWN}:{split}"], places, split)
            splits |= {split: reading.clips} if reading.clips else {}
            for left in reading.left_out[:1]:
                say(f"{split}: {len(reading.left_out)} left out, first {left}: {left.reason.text}")
    if "val" not in splits:
        raise CorpusError("there is nothing to fit the curves on", advice="Name a part: --val clotho:validation.")
    return splits
