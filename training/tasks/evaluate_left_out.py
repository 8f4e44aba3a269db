"""`earshot-train evaluate-left-out`: reads the folds, measures, prints."""

import argparse
import json

from engine.models.pack import default_pack
from training.data.corpora.left_out import LEFT_OUT, folds
from training.data.corpora.registry import OWN, places_of, read_parts
from training.data.corpus import Clip, CorpusError
from training.evaluation.left_out import compare_left_out, measure_left_out
from training.evaluation.systems import System
from training.tasks import DONE, say


def measure(options: argparse.Namespace) -> int:
    """Measures one pack or checkpoint, beside another if asked."""
    wanted = options.fold or list(folds())
    if unknown := [name for name in wanted if name not in folds()]:
        raise CorpusError(f"there is no fold {', '.join(unknown)}", advice=f"There are {', '.join(folds())}.")
    places = places_of(options.data)
    clips: dict[str, tuple[Clip, ...]] = {}
    for fold in dict.fromkeys(wanted):
        reading = read_parts([f"{OWN}:{LEFT_OUT}-{fold}"], places)
        clips[fold] = reading.clips
        if reading.left_out:
            say(f"{fold}: {len(reading.left_out)} clips measure nothing: {reading.left_out[0].detail}")
    system = System(options.checkpoint or options.pack or default_pack())
    found = measure_left_out(system, clips, options.cache, options.device, say)
    other = change = None
    if options.against:
        other = measure_left_out(System(options.against), clips, options.cache, options.device, say)
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
