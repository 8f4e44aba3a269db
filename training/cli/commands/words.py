"""`earshot-train words`: word embeddings, from recordings or synthetic voices to checkpoints and the paper's tables.

A file named `stop` in the output folder ends a run; --resume continues it.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from engine.base.errors import EngineError
from training.base.arguments import DONE, SOME_SKIPPED, Commands, add_device_option, count, device_of, say
from training.base.results import (
    RUN,
    add_replace_option,
    check_room,
    make_room,
    parts_kept,
    rest_left,
    run_kept,
    write_result,
)
from training.papers.speech_packs.detector import add_detector_commands
from training.papers.speech_packs.words import add_pack_commands

if TYPE_CHECKING:
    from training.papers.words.quality import PrecisionFigures
    from training.papers.words.settings import WordsConfig


def add_parser(commands: Commands) -> None:
    """Adds the command and its subcommands."""

    parser = commands.add_parser(
        "words",
        help="train and measure acoustic word embeddings",
        description="A spoken word and its phonemes as vectors that meet. docs/words-and-units.md says how the tables "
        "are made.",
        allow_abbrev=False,
    )
    own = parser.add_subparsers(title="commands", metavar="COMMAND", dest="words_command", required=True)
    _add_make(own)
    _add_sentences(own)
    _add_train(own)
    _add_tables(own)
    _add_digits(own)
    _add_evaluate(own)
    add_pack_commands(own)
    add_detector_commands(own)


def _add_make(own: Commands) -> None:
    parser = own.add_parser("make", help="synthesise spoken words", allow_abbrev=False)
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="the folder; goes on where it stopped")
    parser.add_argument("--words", type=Path, metavar="FILE", help="text file of words (default: Earshot's own)")
    parser.add_argument("--first", type=count, metavar="N", help="only the first N words")
    parser.add_argument(
        "--speakers", type=count, default=40, metavar="N", help="of espeak-ng: %(default)s; all of flite"
    )
    parser.add_argument("--takes", type=count, default=1, metavar="N", help="of every word by everyone: %(default)s")
    parser.add_argument("--seed", type=count, default=1, metavar="S", help="default: %(default)s")
    parser.add_argument("--workers", type=count, default=1, metavar="N", help="programs at once: %(default)s")
    parser.set_defaults(run=make, kept=parts_kept)


def _add_sentences(own: Commands) -> None:
    parser = own.add_parser(
        "sentences",
        help="synthesise running speech",
        description="Running speech with the times of its words, to be read as aligned=DIR.",
        allow_abbrev=False,
    )
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="the folder")
    parser.add_argument(
        "--words",
        type=Path,
        metavar="FILE",
        help="text file, the most frequent word first (default: Earshot's own)",
    )
    parser.add_argument("--speakers", type=count, default=40, metavar="N", help="of espeak-ng: %(default)s")
    parser.add_argument("--sentences", type=count, default=40, metavar="N", help="by each of them: %(default)s")
    parser.add_argument("--seed", type=count, default=1, metavar="S", help="default: 1")
    parser.add_argument("--workers", type=count, default=1, metavar="N", help="programs at once: %(default)s")
    parser.set_defaults(run=sentences, kept=rest_left)


def _add_train(own: Commands) -> None:
    parser = own.add_parser("train", help="train one recipe", allow_abbrev=False)
    parser.add_argument("recipe", type=Path, metavar="RECIPE.toml", help="see training/papers/words/settings.py")
    _add_data(parser)
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="folder of the run")
    _add_start(parser)
    add_device_option(parser)
    parser.add_argument("--resume", action="store_true", help="go on from DIR/last.pt where there is one")
    add_replace_option(parser)
    parser.set_defaults(run=train, kept=run_kept)


def _add_tables(own: Commands) -> None:
    parser = own.add_parser(
        "tables",
        help="train and measure the rows of the paper's tables",
        description="Depth and heads of the phoneme view, average against representative, transformer against BiGRU "
        "against NT-Xent, MFCC + DTW beside; on unseen speakers and words. What is done is not done again.",
        allow_abbrev=False,
    )
    _add_data(parser)
    _add_rows(parser)
    parser.add_argument(
        "--table", action="append", metavar="T", help="only depth, heads, systems or final; may be repeated"
    )
    parser.set_defaults(run=tables, kept=parts_kept)


def _add_digits(own: Commands) -> None:
    parser = own.add_parser(
        "digits",
        help="leave out each speaker once",
        description="For recordings of few people: each is left out once, figures are pooled, with intervals.",
        allow_abbrev=False,
    )
    _add_data(parser)
    parser.add_argument(
        "--beside", action="append", default=[], metavar="NAME=DIR", help="words that are learnt too, never measured"
    )
    _add_start(parser)
    _add_rows(parser)
    parser.set_defaults(run=digits, kept=parts_kept)


def _add_evaluate(own: Commands) -> None:
    parser = own.add_parser("evaluate", help="measure a checkpoint beside MFCC + DTW", allow_abbrev=False)
    parser.add_argument("--checkpoint", type=Path, required=True, metavar="FILE", help="best.pt of a run")
    _add_data(parser)
    _add_most(parser)
    add_device_option(parser, "cpu")
    parser.set_defaults(run=evaluate)


def _add_data(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--data", action="append", required=True, metavar="NAME=DIR",
        help="spoken words; NAME says how they lie: digits, folders, aligned or made; may be repeated",
    )  # fmt: skip


def _add_start(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--start",
        type=Path,
        action="append",
        default=[],
        metavar="PLACE",
        help="a checkpoint, or a words pack, whose weights to begin with; of several their mean",
    )


def _add_rows(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="folder of the runs and the tables")
    parser.add_argument("--recipe", type=Path, metavar="FILE", help="what rows change (default: the paper's)")
    parser.add_argument("--row", action="append", metavar="NAME", help="only this row; may be repeated")
    add_device_option(parser)
    _add_most(parser)


def _add_most(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--most",
        type=count,
        default=500,
        metavar="N",
        help="utterances measured of a set: %(default)s; a figure of fewer than all is too high, and says of how many",
    )


def make(options: argparse.Namespace) -> int:
    """Synthesises single words by several voices."""
    from training.papers.words.synthesis import WordCorpusPlan, choose_speakers, make_words, vocabulary

    words = vocabulary(options.words)[: options.first]
    making = WordCorpusPlan(words, choose_speakers(options.speakers), options.takes, options.seed)
    options.out.mkdir(parents=True, exist_ok=True)
    total = len(words) * len(making.speakers) * making.takes
    say(f"{len(words)} words by {len(making.speakers)} speakers, {making.takes} times: {total} files")
    failed = make_words(options.out, making, options.workers, say)
    if failed:
        say(f"{len(failed)} could not be said, first {failed[0]}")
    return SOME_SKIPPED if failed else DONE


def sentences(options: argparse.Namespace) -> int:
    """Synthesises sentences of words by several voices."""
    from training.data.synthesis.speech import PROGRAM as ESPEAK
    from training.papers.words.sentences import SentencePlan, say_sentences
    from training.papers.words.synthesis import choose_speakers, vocabulary

    speakers = tuple(voice for voice in choose_speakers(options.speakers) if voice.program == ESPEAK)
    speaking = SentencePlan(vocabulary(options.words), speakers, options.sentences, options.seed)
    found = say_sentences(options.out, speaking, options.workers, say)
    say(f"{found} words by {len(speakers)} speakers")
    return DONE


def train(options: argparse.Namespace) -> int:
    """Trains one recipe."""
    from training.evaluation.charts.curves import draw_after
    from training.papers.words.from_pack import load_start
    from training.papers.words.material import read_spoken
    from training.papers.words.quality import capped, figures, rank_model
    from training.papers.words.settings import load_words_config
    from training.papers.words.tables import TESTS
    from training.papers.words.training import learn
    from training.runs.distributed import rank
    from training.runs.steps import fabric_of
    from training.runs.tracking import Hooks, stop_file_hooks

    check_room(options.out, RUN, replaces=options.replace, resumes=options.resume)
    config = _on_device(load_words_config(options.recipe), options)
    fabric = fabric_of(config.learn.machine())
    is_first = rank() == 0
    parts = read_spoken(options.data, config, say if is_first else _say_nothing)
    start = load_start(options.start, config)
    if options.replace and is_first:
        make_room(options.out, RUN, say)
    hooks = stop_file_hooks(options.out, say) if is_first else Hooks()
    kept = learn(
        parts["train"], parts["val"], config, options.out, hooks, resume=options.resume, start=start, fabric=fabric
    )
    if is_first:
        draw_after(options.out, say)
    if kept.state is None and is_first:
        for name, spoken in parts.items():
            if name in TESTS:
                _tell(TESTS[name], figures([rank_model(kept.model(), capped(spoken))], len(spoken)))
    return DONE


def tables(options: argparse.Namespace) -> int:
    """Trains and measures rows of the tables."""
    from training.papers.words.material import read_spoken
    from training.papers.words.rows import TABLES
    from training.papers.words.settings import load_words_config
    from training.papers.words.tables import run_rows, tables_of
    from training.papers.words.utterances import WordsError
    from training.runs.tracking import stop_file_hooks

    config = _on_device(load_words_config(options.recipe), options)
    unknown = [key for key in options.table or () if key not in TABLES]
    if unknown:
        raise WordsError(f"there is no table {unknown[0]}", advice=f"Tables: {', '.join(TABLES)}.")
    asked = [name for key in options.table or TABLES for name in TABLES[key].names]
    names = _rows(options.row or list(dict.fromkeys(asked)))
    hooks = stop_file_hooks(options.out, say)
    parts = read_spoken(options.data, config, say)
    outcomes = run_rows(names, config, parts, options.out, hooks, options.most)
    _write(options.out / "tables.md", tables_of(outcomes))
    return DONE


def digits(options: argparse.Namespace) -> int:
    """Leaves every speaker out once."""
    from training.papers.words.from_pack import load_start
    from training.papers.words.material import measure
    from training.papers.words.rows import FINAL
    from training.papers.words.settings import load_words_config
    from training.papers.words.tables import CrossValidationData, leave_out, leaving_out_table
    from training.papers.words.utterances import read_utterances
    from training.runs.tracking import stop_file_hooks

    config = _on_device(load_words_config(options.recipe), options)
    names = _rows(options.row or [FINAL])
    recordings = read_utterances(options.data)
    more = read_utterances(options.beside) if options.beside else []
    asked = CrossValidationData(
        measured=measure(recordings, config, say),
        taught=measure(recordings, config, say, is_rough=True),
        beside=measure(more, config, say, is_rough=True) if more else None,
        start=load_start(options.start, config),
    )
    found = leave_out(asked, names, config, options.out, stop_file_hooks(options.out, say), options.most)
    if found is None:
        say("stopped; the same command goes on")
        return DONE
    record = {each.name: {"pooled": each.pooled.record(), "speakers": {
        who: own.record() for who, own in each.speakers.items()}} for each in found}  # fmt: skip
    write_result(options.out / "digits.json", json.dumps(record, indent=1))
    _write(options.out / "digits.md", leaving_out_table(found))
    return DONE


def evaluate(options: argparse.Namespace) -> int:
    """Measures a checkpoint beside dynamic time warping."""
    from training.papers.words.checkpoint import load_words
    from training.papers.words.material import measure
    from training.papers.words.quality import capped, figures, rank_model, rank_warped
    from training.papers.words.utterances import read_utterances

    device = device_of(options, "cpu")
    kept = load_words(options.checkpoint)
    whole = measure(read_utterances(options.data), kept.config, say)
    spoken = capped(whole, options.most)
    known = set(kept.speakers) & set(spoken.speakers)
    if known:
        say(f"{len(known)} of {len(set(spoken.speakers))} speakers are ones it was trained on")
    _tell(kept.config.name, figures([rank_model(kept.model().to(device), spoken)], len(whole)))
    _tell("MFCC + DTW", figures([rank_warped(spoken)], len(whole)))
    return DONE


def _on_device(config: WordsConfig, options: argparse.Namespace) -> WordsConfig:
    """Returns the recipe on the device of the command line or its own, announced before anything is read."""
    return replace(config, learn=replace(config.learn, accelerator=device_of(options, config.learn.accelerator)))


def _say_nothing(_: str) -> None:
    """Silences the ranks of a run other than the first."""


def _rows(names: Sequence[str]) -> list[str]:
    from training.papers.words.rows import ROWS
    from training.papers.words.utterances import WordsError

    unknown = [name for name in names if name not in ROWS]
    if unknown:
        raise WordsError(f"there is no row {unknown[0]}", advice=f"Rows: {', '.join(ROWS)}.")
    return list(names)


def _tell(title: str, found: PrecisionFigures) -> None:
    words = f", cross-view AP {found.cross_view}" if found.cross_view else ""
    across = f", across speakers {found.across}" if found.across else ""
    many = f"{found.utterances:,}" if found.is_whole else f"{found.utterances:,} of {found.whole:,}"
    print(f"{title}: acoustic AP {found.acoustic}{across}{words} ({many} utterances)")


def _write(path: Path, text: str) -> None:
    try:
        write_result(path, text)
    except OSError as err:
        raise EngineError(f"cannot write {path}: {err}", advice="Choose another folder.") from err
    print(text)
