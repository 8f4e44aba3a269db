"""Common options of export, import-clap and import-salsa, and making their pack from a system."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from training.base.arguments import DONE, say
from training.base.results import PACK, add_replace_option, check_room, make_room

if TYPE_CHECKING:
    from training.data.corpus import Clip
    from training.export.system import System


def add_pack_options(parser: argparse.ArgumentParser) -> None:
    """Adds the options of every command that makes a pack."""
    parser.add_argument("--out", type=Path, metavar="DIR", required=True, help="the pack's folder")
    add_replace_option(parser)
    parser.add_argument(
        "--precision", choices=("fp32", "fp16", "int8"), default="fp32", help="how matrices are kept: %(default)s"
    )
    parser.add_argument(
        "--text-precision", choices=("fp32", "fp16", "int8"), help="of the text tower, if another is wanted"
    )
    parser.add_argument("--name", default="", metavar="NAME", help="what users see (default: the source's)")
    parser.add_argument("--licence", default="", metavar="WORDS", help="of the weights (default: what the source says)")
    parser.add_argument(
        "--data", dest="corpora", action="append", metavar="[NAME=]DIR",
        help="corpus to fit the curves and to measure on, as clotho=DIR; default: Earshot's demo sounds, no figures",
    )  # fmt: skip
    parser.add_argument("--val", action="append", metavar="NAME:PART", help="fits the curves (default: earshot:val)")
    parser.add_argument("--test", action="append", metavar="NAME:PART", help="measured too (default: earshot:test)")


def make(system: System, options: argparse.Namespace) -> int:
    """Makes the pack and reports its place; returns the exit status."""
    from training.export.pipeline import pack_of
    from training.export.system import GraphPrecision

    check_room(options.out, PACK, replaces=options.replace)
    kept = GraphPrecision(options.precision, options.text_precision or options.precision)
    clips = _splits(options)
    if options.replace:
        make_room(options.out, PACK, say)
    info = pack_of(system, options.out, kept=kept, clips=clips, report=say)
    say(f"pack {info.name} {info.version} ({info.pack_id}) in {options.out}")
    return DONE


def _splits(options: argparse.Namespace) -> dict[str, Sequence[Clip]]:
    """Splits to measure on; those of our own corpus unless parts are named."""
    from training.data.corpora.registry import OWN, places_of, read_parts
    from training.data.corpus import CorpusError

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
