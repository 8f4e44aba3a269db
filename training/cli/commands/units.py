"""`earshot-train units`: discrete units of speech, learnt, measured and resynthesised.

A file named `stop` in a run's folder ends the run after the current step; --resume continues it.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from training.base.arguments import DONE, SOME_SKIPPED, Commands, add_device_option, count, device_of, say
from training.base.results import RUN, add_replace_option, check_room, make_room, parts_kept, rest_left, run_kept
from training.papers.speech_packs.units import add_pack_commands

if TYPE_CHECKING:
    from training.papers.units.checkpoint import UnitsCheckpoint
    from training.papers.units.quality import UnitsFigures
    from training.papers.units.recordings import FrameRecording
    from training.papers.units.settings import LearningConfig, UnitsConfig


_DIGITS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


def add_parser(commands: Commands) -> None:
    """Adds the command."""
    parser = commands.add_parser(
        "units",
        help="learn discrete units of speech, measure them, speak them in another voice",
        description="Transformer VQ-VAE and codebook inverter (Tjandra, Sakti, Nakamura 2020). Parts of speech: "
        "fsdd[:SPEAKERS], spoken[:SPEAKERS] (of `units voices`), zerospeech2019:LANGUAGE/PART, "
        "earshot[:SPLIT] (its voices), sounds[:SPLIT] (all of it); "
        "SPEAKERS is NAME+NAME, or -NAME+NAME for all others. See docs/words-and-units.md.",
        allow_abbrev=False,
    )
    actions = parser.add_subparsers(title="actions", metavar="ACTION", dest="action", required=True)
    _add_tables(actions)
    _add_voices(actions)
    _add_train(actions)
    _add_invert(actions)
    _add_measure(actions)
    _add_respeak(actions)
    _add_sweep(actions)
    add_pack_commands(actions)


def _add_tables(actions: Commands) -> None:
    parser = actions.add_parser(
        "tables",
        help="list the paper's rows, what they want and what is missing; run them",
        description="Lists the rows. With --out they are learnt on ZeroSpeech 2019, handed in and scored as the "
        "challenge scores; what was run is not run again, what was stopped goes on.",
        allow_abbrev=False,
    )
    _add_places(parser, required=False)
    parser.add_argument("--table", action="append", choices=("1", "2", "3"), help="only this; may be repeated")
    parser.add_argument("--row", action="append", metavar="RECIPE", help="only this; may be repeated")
    parser.add_argument("--task", type=Path, metavar="FILE", help="triplets (default: ABXTasks/byCtxt_acSpkr.abx)")
    parser.add_argument("--out", type=Path, metavar="DIR", help="run them, each in a folder of its own in DIR")
    add_device_option(parser)
    parser.set_defaults(run=show_tables, kept=parts_kept)


def _add_voices(actions: Commands) -> None:
    parser = actions.add_parser("voices", help="synthesise sentences, with the times of phones", allow_abbrev=False)
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="then --data spoken=DIR")
    parser.add_argument(
        "--voice", action="append", default=[], metavar="PROGRAM-NAME",
        help="as flite-slt or espeak-f2; may be repeated (default: all that are installed)",
    )  # fmt: skip
    parser.add_argument("--sentences", type=count, default=40, metavar="N", help="of each voice; default: %(default)s")
    parser.add_argument("--digits", action="store_true", help="the words zero to nine instead of sentences")
    parser.add_argument("--sample-rate", type=count, default=16_000, metavar="HZ", help="default: %(default)s")
    parser.set_defaults(run=make_voices, kept=rest_left)


def _add_train(actions: Commands) -> None:
    parser = actions.add_parser("train", help="learn the codes of a recipe", allow_abbrev=False)
    parser.add_argument("config", type=Path, metavar="RECIPE.toml", help="as training/recipes/units/*.toml")
    _add_places(parser)
    _add_run(parser)
    parser.set_defaults(run=train_codes, kept=run_kept)


def _add_invert(actions: Commands) -> None:
    parser = actions.add_parser("invert", help="learn the inverter of one voice", allow_abbrev=False)
    _add_checkpoint(parser)
    _add_places(parser)
    parser.add_argument("--part", action="append", metavar="NAME:SPEAKER", help="instead of the recipe's parts.target")
    _add_run(parser)
    parser.set_defaults(run=train_inverter, kept=run_kept)


def _add_measure(actions: Commands) -> None:
    parser = actions.add_parser("measure", help="ABX within and across speakers, and bitrate", allow_abbrev=False)
    _add_checkpoint(parser)
    _add_places(parser)
    parser.add_argument("--part", action="append", metavar="NAME:SPEAKERS", help="instead of the recipe's parts.test")
    parser.add_argument(
        "--items", type=Path, metavar="FILE",
        help="what ABX compares, libri-light's columns (default: whole recordings of words)",
    )  # fmt: skip
    parser.add_argument(
        "--about", default="", metavar="NAME+NAME", help="only triples with these speakers, the others being their X"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    add_device_option(parser, "cpu")
    parser.set_defaults(run=measure_codes)


def _add_respeak(actions: Commands) -> None:
    parser = actions.add_parser(
        "respeak", help="resynthesise speech in the inverter's voice, and measure it", allow_abbrev=False
    )
    _add_checkpoint(parser)
    _add_places(parser)
    parser.add_argument("--part", action="append", metavar="NAME:SPEAKERS", help="instead of the recipe's parts.test")
    parser.add_argument(
        "--target", action="append", metavar="NAME:SPEAKER", help="real speech of the voice, instead of parts.target"
    )
    parser.add_argument("--limit", type=count, default=200, metavar="N", help="recordings; default: %(default)s")
    parser.add_argument("--words", type=Path, metavar="PACK", help="a words pack, whose vectors measure words as well")
    parser.add_argument("--out", type=Path, metavar="DIR", help="write them as WAV")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    add_device_option(parser, "cpu")
    parser.set_defaults(run=respeak_all, kept=rest_left)


def _add_sweep(actions: Commands) -> None:
    parser = actions.add_parser(
        "sweep",
        help="the paper's tables on data that is here",
        description="Learns each row of tables 1 to 3 (features, K, smoothing and jitter) with every speaker left out "
        "in turn, measures ABX by words and the bitrate about who was left out, and prints the tables. Goes on where "
        "it was stopped.",
        allow_abbrev=False,
    )
    parser.add_argument("config", type=Path, metavar="RECIPE.toml", help="what the rows change one thing of")
    _add_places(parser)
    parser.add_argument("--part", action="append", metavar="NAME:SPEAKERS", help="default: the recipe's parts.train")
    parser.add_argument("--table", action="append", choices=("1", "2", "3"), help="only this; may be repeated")
    parser.add_argument("--leave-out", action="append", default=[], metavar="NAME", help="only this speaker's fold")
    parser.add_argument("--steps", type=count, metavar="N", help="instead of the recipe's")
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="a folder in it for each row and fold")
    add_device_option(parser)
    parser.set_defaults(run=run_sweep, kept=parts_kept)


def _add_places(parser: argparse.ArgumentParser, *, required: bool = True) -> None:
    parser.add_argument(
        "--data", action="append", required=required, default=None if required else [], metavar="NAME=DIR",
        help="path of a corpus, as fsdd=DIR",
    )  # fmt: skip


def _add_checkpoint(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("checkpoint", type=Path, metavar="FILE", help="last.pt of a run")


def _add_run(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="folder of the run")
    parser.add_argument("--steps", type=count, metavar="N", help="instead of the recipe's")
    parser.add_argument("--resume", action="store_true", help="go on from DIR/last.pt where there is one")
    add_replace_option(parser)
    add_device_option(parser)


def show_tables(options: argparse.Namespace) -> int:
    """Lists the paper's rows, or runs them."""
    from training.papers.units.recordings import places_of
    from training.papers.units.tables import chosen, measured, read_rows, told

    rows, places = chosen(read_rows(), options.table or (), options.row or ()), places_of(options.data)
    if options.out is None:
        print("\n".join(told(rows, places)))
        return DONE
    from training.papers.units.challenge import run_row
    from training.runs.tracking import stop_file_hooks

    outcomes = {}
    on = device_of(options, "auto")
    for name, config in rows.items():
        if config.paper.tables:
            config = replace(config, codes_run=replace(config.codes_run, device=on))
            outcome = run_row(config, places, options.out, stop_file_hooks(options.out, say), task=options.task)
            if outcome is None:
                say("stopped; the same command goes on")
                break
            outcomes[name] = outcome
    print("\n".join(measured(rows, outcomes)))
    return DONE


def make_voices(options: argparse.Namespace) -> int:
    """Synthesises speech by several voices."""
    from training.papers.speech.voices import voices
    from training.papers.units.utterances import sentences, write_utterances

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
    from training.papers.units.settings import load_units_config
    from training.papers.units.tasks import learn_codes
    from training.runs.distributed import rank
    from training.runs.steps import fabric_of
    from training.runs.tracking import Hooks, stop_file_hooks

    check_room(options.out, RUN, replaces=options.replace, resumes=options.resume)
    config = load_units_config(options.config)
    config = replace(config, codes_run=_as_asked(config.codes_run, options))
    fabric = fabric_of(config.codes_run.machine())
    sounds, skipped = _heard(config, config.parts.train, options.data, keep_samples=False)
    if options.replace and rank() == 0:
        make_room(options.out, RUN, say)
    hooks = stop_file_hooks(options.out, say) if rank() == 0 else Hooks()
    return _learnt(
        learn_codes(sounds, config, options.out, hooks, resume=options.resume, fabric=fabric), options, skipped
    )


def train_inverter(options: argparse.Namespace) -> int:
    """Learns the inverter of one voice."""
    from training.papers.units.checkpoint import load_units
    from training.papers.units.tasks import learn_inverter
    from training.runs.distributed import rank
    from training.runs.steps import fabric_of
    from training.runs.tracking import Hooks, stop_file_hooks

    check_room(options.out, RUN, replaces=options.replace, resumes=options.resume)
    codes = load_units(options.checkpoint)
    config = replace(codes.config, inverter_run=_as_asked(codes.config.inverter_run, options))
    fabric = fabric_of(config.inverter_run.machine())
    sounds, skipped = _heard(config, options.part or config.parts.target, options.data)
    codes = replace(codes, config=config)
    if options.replace and rank() == 0:
        make_room(options.out, RUN, say)
    hooks = stop_file_hooks(options.out, say) if rank() == 0 else Hooks()
    return _learnt(
        learn_inverter(sounds, codes, options.out, hooks, resume=options.resume, fabric=fabric), options, skipped
    )


def measure_codes(options: argparse.Namespace) -> int:
    """Measures ABX and bitrate."""
    from training.measures.abx import read_items
    from training.papers.units.checkpoint import load_units
    from training.papers.units.quality import measure
    from training.papers.units.recordings import word_items

    device = device_of(options, "cpu")
    kept = load_units(options.checkpoint)
    config = kept.config
    if options.items is not None:  # times of items count from the start of the whole file
        config = replace(config, parts=replace(config.parts, trim=False))
    sounds, skipped = _heard(config, options.part or config.parts.test, options.data, keep_samples=False)
    items = word_items(sounds) if options.items is None else read_items(options.items)
    if options.items is not None:
        names = {each.recording.id for each in sounds}
        items = [item for item in items if item.file in names]
    about = frozenset(options.about.split("+")) if options.about else None
    found = measure(kept.model().to(device), config, sounds, items, about=about)
    if options.json:
        print(json.dumps(found.record()))
    else:
        print("\n".join(_figures(found)))
    return SOME_SKIPPED if skipped else DONE


def respeak_all(options: argparse.Namespace) -> int:
    """Resynthesises recordings in the inverter's voice."""
    import soundfile

    from training.papers.units.checkpoint import load_units
    from training.papers.units.resynthesis import by_embedding, by_warping, check, embedder, kept_words, respeak

    device = device_of(options, "cpu")
    kept = load_units(options.checkpoint)
    parts = kept.config.parts
    sounds, skipped = _heard(kept.config, options.part or parts.test, options.data)
    target, more_skipped = _heard(kept.config, options.target or parts.target, options.data)
    # Spread over all sounds, so that every speaker and word has its share.
    step = max(1, -(-len(sounds) // options.limit))
    sounds = sounds[::step]
    said = respeak(kept, sounds, device)
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
    from training.papers.units.recordings import places_of, read_recordings
    from training.papers.units.settings import load_units_config
    from training.papers.units.sweep import printed, sweep
    from training.runs.tracking import stop_file_hooks

    config = load_units_config(options.config)
    config = replace(config, codes_run=_as_asked(config.codes_run, options))
    recordings = read_recordings(options.part or config.parts.train, places_of(options.data), config.parts.most)
    tables = options.table or ("1", "2", "3")
    rows = sweep(
        config, recordings, options.out, stop_file_hooks(options.out, say), tables=tables, left_out=options.leave_out
    )
    print("\n".join(printed(rows)))
    return DONE


def _as_asked(run: LearningConfig, options: argparse.Namespace) -> LearningConfig:
    """Returns the settings with the command line's changes; announces the device before anything is read."""
    return replace(run, steps=options.steps or run.steps, device=device_of(options, run.device))


def _heard(
    config: UnitsConfig, parts: Sequence[str], data: list[str], *, keep_samples: bool = True
) -> tuple[list[FrameRecording], int]:
    """Returns the sounds of some parts, and the number left out."""
    from training.papers.units.recordings import hear, places_of, read_recordings

    parts_of = config.parts
    recordings = read_recordings(parts, places_of(data), parts_of.most)
    sounds = hear(recordings, config.features, say, trim=parts_of.trim, level=parts_of.level, keep_samples=keep_samples)
    return sounds, len(recordings) - len(sounds)


def _learnt(found: UnitsCheckpoint, options: argparse.Namespace, skipped: int) -> int:
    from training.evaluation.charts.curves import draw_after
    from training.runs.distributed import rank
    from training.runs.run import LAST

    if rank() == 0:
        draw_after(options.out, say)
    if found.state is None and rank() == 0:
        say(f"learnt in {found.minutes:.1f} minutes: {options.out / LAST}")
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
