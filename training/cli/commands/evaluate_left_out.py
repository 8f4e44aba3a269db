"""`earshot-train evaluate-left-out`: how a pack or a run does on sources that it never learnt from."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING

from training.base.arguments import DONE, Commands, add_device_option, say

if TYPE_CHECKING:
    from training.data.corpus import Clip


def add_parser(commands: Commands) -> None:
    """Adds the command."""
    parser = commands.add_parser(
        "evaluate-left-out",
        help="measure a pack or a run on whole sources that it never learnt from",
        description="mAP@10 of the captions of each fold of training/data/corpora/left_out.toml, the mean of the "
        "folds, and how often sounds of ten everyday kinds are named right, with 95 %% intervals. A run is measured on "
        "the folds that its recipe left out (train-without-FOLD); a starter older than the further folder, on all.",
        allow_abbrev=False,
    )
    parser.add_argument(
        "--data", action="append", required=True, metavar="DIR", help="the corpus, then what adds to it; repeated"
    )
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--pack", type=Path, metavar="DIR", help="default: the starter")
    which.add_argument("--checkpoint", type=Path, metavar="FILE", help="of a run")
    parser.add_argument("--against", type=Path, metavar="PATH", help="pack or checkpoint to compare with, by query")
    parser.add_argument("--fold", action="append", metavar="NAME", help="only this fold; may be repeated")
    parser.add_argument(
        "--cache", type=Path, metavar="DIR", help="mel pictures of checkpoints (default: none are kept)"
    )
    add_device_option(parser, "cpu")
    parser.add_argument("--json", action="store_true", help="print everything as one JSON object")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Measures one pack or checkpoint, beside another if given."""
    from engine.models.pack import default_pack
    from training.data.corpora.registry import OWN, places_of, read_parts
    from training.data.corpora.source_folds import LEFT_OUT, folds
    from training.data.corpus import CorpusError
    from training.evaluation.measurement import device_of_system
    from training.evaluation.source_folds import compare_left_out, measure_left_out
    from training.evaluation.systems import MeasuredSystem

    wanted = options.fold or list(folds())
    if unknown := [name for name in wanted if name not in folds()]:
        raise CorpusError(f"there is no fold {', '.join(unknown)}", advice=f"There are {', '.join(folds())}.")
    system = MeasuredSystem(options.checkpoint or options.pack or default_pack())
    others = [MeasuredSystem(options.against)] if options.against else []
    devices = [device_of_system(options, each.place) for each in (system, *others)]
    places = places_of(options.data)
    clips: dict[str, tuple[Clip, ...]] = {}
    for fold in dict.fromkeys(wanted):
        reading = read_parts([f"{OWN}:{LEFT_OUT}-{fold}"], places)
        clips[fold] = reading.clips
        if reading.left_out:
            say(f"{fold}: {len(reading.left_out)} clips measure nothing: {reading.left_out[0].detail}")
    found = measure_left_out(system, clips, options.cache, devices[0], say)
    other = change = None
    for beside in others:
        other = measure_left_out(beside, clips, options.cache, devices[1], say)
        change = compare_left_out(found, other)
    if options.json:
        record = {"measure": "left_out", **found.record()}
        if other is not None and change is not None:
            gain = {"value": change.value, "low": change.low, "high": change.high, "p": change.p}
            record |= {"against": other.record(), "gain": gain}
        print(json.dumps(record))
    else:
        lines = found.lines() if other is None else [*found.lines(), "", *other.lines(), "", f"gain: mAP@10 {change}"]
        print("\n".join(lines))
    return DONE
