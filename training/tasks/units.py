"""`earshot-train units`: reads recordings and recipes, learns, measures, speaks, and prints what came of it.

A file named `stop` in a run's folder ends the run after the step it is in, to be taken up again by --resume.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import soundfile

from training.evaluation.abx import read_items
from training.runs.run import LAST
from training.runs.tracking import Hooks
from training.speech.voices import voices
from training.tasks import DONE, SOME_SKIPPED, say
from training.units.checkpoint import UnitsCheckpoint, load_units
from training.units.learning import learn_codes, learn_inverter
from training.units.measuring import UnitsFigures, measure
from training.units.recordings import Heard, hear, places_of, read_recordings, word_items
from training.units.respeaking import by_embedding, by_warping, check, embedder, kept_words, respeak
from training.units.settings import LearningConfig, UnitsConfig, load_units_config
from training.units.sweep import printed, sweep
from training.units.tables import read_rows, told
from training.units.utterances import sentences, write_utterances

STOP = "stop"
_DIGITS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


def show_tables(options: argparse.Namespace) -> int:
    """Lists the paper's rows."""
    print("\n".join(told(read_rows(), places_of(options.data))))
    return DONE


def make_voices(options: argparse.Namespace) -> int:
    """Has voices speak."""
    known = {voice.speaker: voice for voice in voices()}
    unknown = [name for name in options.voice if name not in known]
    if unknown:
        say(f"there is no voice {unknown[0]}\nInstalled: {', '.join(known) or 'none; install espeak-ng or flite'}.")
        return 1
    chosen = [known[name] for name in options.voice] or list(known.values())
    texts = list(_DIGITS) if options.digits else sentences(options.sentences)
    missing = write_utterances(options.out, chosen, texts, options.sample_rate, say)
    say(f"{len(chosen)} voices said {len(texts)} texts each; use them as --data spoken={options.out}")
    return SOME_SKIPPED if missing else DONE


def train_codes(options: argparse.Namespace) -> int:
    """Learns the codes of a recipe."""
    config = load_units_config(options.config)
    config = replace(config, codes_run=_with_steps(config.codes_run, options.steps))
    sounds, skipped = _heard(config, config.parts.train, options.data, keep_samples=False)
    found = learn_codes(sounds, config, options.out, _hooks(options.out), resume=options.resume)
    return _learnt(found, options.out, config.codes_run, skipped)


def train_inverter(options: argparse.Namespace) -> int:
    """Learns the inverter of one voice."""
    codes = load_units(options.checkpoint)
    config = replace(codes.config, inverter_run=_with_steps(codes.config.inverter_run, options.steps))
    sounds, skipped = _heard(config, options.part or config.parts.target, options.data)
    codes = replace(codes, config=config)
    found = learn_inverter(sounds, codes, options.out, _hooks(options.out), resume=options.resume)
    return _learnt(found, options.out, config.inverter_run, skipped)


def measure_codes(options: argparse.Namespace) -> int:
    """Measures ABX and bitrate."""
    kept = load_units(options.checkpoint)
    config = kept.config
    if options.items is not None:  # items have their times in the whole file
        config = replace(config, parts=replace(config.parts, trim=False))
    sounds, skipped = _heard(config, options.part or config.parts.test, options.data, keep_samples=False)
    items = word_items(sounds) if options.items is None else read_items(options.items)
    if options.items is not None:
        names = {each.recording.id for each in sounds}
        items = [item for item in items if item.file in names]
    about = frozenset(options.about.split("+")) if options.about else None
    found = measure(kept.model(), config, sounds, items, about=about)
    if options.json:
        print(json.dumps(found.record()))
    else:
        print("\n".join(_figures(found)))
    return SOME_SKIPPED if skipped else DONE


def respeak_all(options: argparse.Namespace) -> int:
    """Says recordings again in the inverter's voice."""
    kept = load_units(options.checkpoint)
    parts = kept.config.parts
    sounds, skipped = _heard(kept.config, options.part or parts.test, options.data)
    target, more_skipped = _heard(kept.config, options.target or parts.target, options.data)
    # Spread over all of them, so that every speaker and word has its share.
    step = max(1, -(-len(sounds) // options.limit))
    sounds = sounds[::step]
    said = respeak(kept, sounds)
    if options.out is not None:
        options.out.mkdir(parents=True, exist_ok=True)
        for each, wave in zip(sounds, said, strict=True):
            soundfile.write(options.out / f"{each.recording.id}.wav", wave, kept.config.features.sample_rate_hz)
    features = replace(kept.config.features, kind="mfcc", normalise="none", deltas=0)
    found = check(sounds, said, target, kept.voice, by_warping(features), features)
    embedded: dict[str, float] = {}
    if options.words is not None:
        embed = embedder(options.words, features.sample_rate_hz)
        found_ap, real_ap, _ = kept_words(sounds, said, by_embedding(embed))
        embedded = {"embedded_word_ap": found_ap, "embedded_original_ap": real_ap}
    if options.json:
        print(json.dumps(found.record() | embedded))
    else:
        print(
            f"{found.sounds} recordings in the voice of {found.voice}\n"
            f"word AP {found.word_ap:.3f} (the recordings themselves {found.original_ap:.3f}, "
            f"chance {found.chance_ap:.3f}; MFCC and time warping)"
        )
        if embedded:
            print(
                f"word AP {embedded['embedded_word_ap']:.3f} (the recordings themselves "
                f"{embedded['embedded_original_ap']:.3f}; vectors of {options.words.name})"
            )
        print(
            f"heard as {found.voice} {found.target_share:.1%}, as who spoke first {found.source_share:.1%} "
            f"(probe right on real recordings {found.probe_accuracy:.1%})"
        )
    return SOME_SKIPPED if skipped or more_skipped else DONE


def run_sweep(options: argparse.Namespace) -> int:
    """Learns and measures the rows of the tables."""
    config = load_units_config(options.config)
    config = replace(config, codes_run=_with_steps(config.codes_run, options.steps))
    recordings = read_recordings(options.part or config.parts.train, places_of(options.data), config.parts.most)
    tables = options.table or ("1", "2", "3")
    rows = sweep(config, recordings, options.out, _hooks(options.out), tables=tables, left_out=options.leave_out)
    print("\n".join(printed(rows)))
    return DONE


def _hooks(folder: Path) -> Hooks:
    stop = folder / STOP
    stop.unlink(missing_ok=True)
    return Hooks(report=say, stop=stop.exists, bar=sys.stderr.isatty())


def _with_steps(run: LearningConfig, steps: int | None) -> LearningConfig:
    return run if steps is None else replace(run, steps=steps)


def _heard(
    config: UnitsConfig, parts: Sequence[str], data: list[str], *, keep_samples: bool = True
) -> tuple[list[Heard], int]:
    """Gives the sounds of some parts, and how many were left out."""
    parts_of = config.parts
    recordings = read_recordings(parts, places_of(data), parts_of.most)
    sounds = hear(recordings, config.features, say, trim=parts_of.trim, level=parts_of.level, keep_samples=keep_samples)
    return sounds, len(recordings) - len(sounds)


def _learnt(found: UnitsCheckpoint, folder: Path, run: LearningConfig, skipped: int) -> int:
    if found.step >= run.steps:
        say(f"learnt in {found.minutes:.1f} minutes: {folder / LAST}")
    return SOME_SKIPPED if skipped else DONE


def _figures(found: UnitsFigures) -> list[str]:
    def percent(value: float | None) -> str:
        return "-" if value is None else f"{100.0 * value:.2f} %"

    return [
        f"ABX errors of {found.items} items in {found.sounds} recordings, within and across speakers:",
        f"  code vectors {percent(found.within)}, {percent(found.across)}",
        f"  codes alone  {percent(found.one_hot_within)}, {percent(found.one_hot_across)}",
        f"  uncoded      {percent(found.raw_within)}, {percent(found.raw_across)}",
        f"bitrate {found.bits_per_s:.2f} bits/s, {found.codes_used} of {found.codes} codes used",
    ]
