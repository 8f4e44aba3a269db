"""`earshot-train words`: makes, trains, measures; a file named `stop` in the output folder ends a run to be resumed."""

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from engine.errors import EngineError
from training.data.synthesis.speech import PROGRAM as ESPEAK
from training.runs.tracking import Hooks
from training.tasks import DONE, SOME_SKIPPED, say
from training.words.checkpoint import load_words
from training.words.learning import learn
from training.words.leaving_out import leave_out, leaving_out_table
from training.words.making import Making, choose_speakers, make_words, vocabulary
from training.words.material import Spoken, measure
from training.words.measuring import Figures, capped, figures, rank_model, rank_warped
from training.words.rows import FINAL, ROWS, TABLES
from training.words.sentences import Speaking, say_sentences
from training.words.settings import WordsConfig, load_words_config
from training.words.splitting import part
from training.words.tables import TESTS, run_rows, tables_of
from training.words.utterances import WordsError, read_utterances

STOP = "stop"


def make(options: argparse.Namespace) -> int:
    """Has synthetic voices say words."""
    words = vocabulary(options.words)[: options.first]
    making = Making(words, choose_speakers(options.speakers), options.takes, options.seed)
    options.out.mkdir(parents=True, exist_ok=True)
    total = len(words) * len(making.speakers) * making.takes
    say(f"{len(words)} words by {len(making.speakers)} speakers, {making.takes} times: {total} files")
    failed = make_words(options.out, making, options.workers, say)
    if failed:
        say(f"{len(failed)} could not be said, first {failed[0]}")
    return SOME_SKIPPED if failed else DONE


def sentences(options: argparse.Namespace) -> int:
    """Has synthetic voices say words one after the other."""
    speakers = tuple(voice for voice in choose_speakers(options.speakers) if voice.program == ESPEAK)
    speaking = Speaking(vocabulary(options.words), speakers, options.sentences, options.seed)
    found = say_sentences(options.out, speaking, options.workers, say)
    say(f"{found} words by {len(speakers)} speakers")
    return DONE


def train(options: argparse.Namespace) -> int:
    """Trains one recipe."""
    config = load_words_config(options.recipe)
    parts = _parts(options.data, config)
    start = load_words(options.start) if options.start else None
    hooks = _hooks(options.out)
    kept = learn(parts["train"], parts["val"], config, options.out, hooks, resume=options.resume, start=start)
    if kept.state is None:
        for name, spoken in parts.items():
            if name in TESTS:
                _tell(TESTS[name], figures([rank_model(kept.model(), capped(spoken))]))
    return DONE


def tables(options: argparse.Namespace) -> int:
    """Trains and measures rows of the tables."""
    config = load_words_config(options.recipe)
    unknown = [key for key in options.table or () if key not in TABLES]
    if unknown:
        raise WordsError(f"there is no table {unknown[0]}", advice=f"Tables: {', '.join(TABLES)}.")
    asked = [name for key in options.table or TABLES for name in TABLES[key].names]
    names = _rows(options.row or list(dict.fromkeys(asked)))
    hooks = _hooks(options.out)
    outcomes = run_rows(names, config, _parts(options.data, config), options.out, hooks, options.most)
    _write(options.out / "tables.md", tables_of(outcomes))
    return DONE


def digits(options: argparse.Namespace) -> int:
    """Leaves every speaker out once."""
    config = load_words_config(options.recipe)
    names = _rows(options.row or [FINAL])
    recordings = measure(read_utterances(options.data), config, say)
    taught = read_utterances(options.beside) if options.beside else []
    beside = measure(taught, config, say, is_rough=True) if taught else None
    found = leave_out(recordings, beside, names, config, options.out, _hooks(options.out), options.most)
    if found is None:
        say("stopped; the same command goes on")
        return DONE
    record = {each.name: {"pooled": each.pooled.record(), "speakers": {
        who: own.record() for who, own in each.speakers.items()}} for each in found}  # fmt: skip
    (options.out / "digits.json").write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")
    _write(options.out / "digits.md", leaving_out_table(found))
    return DONE


def evaluate(options: argparse.Namespace) -> int:
    """Measures a checkpoint beside warping."""
    kept = load_words(options.checkpoint)
    spoken = capped(measure(read_utterances(options.data), kept.config, say), options.most)
    known = set(kept.speakers) & set(spoken.speakers)
    if known:
        say(f"{len(known)} of {len(set(spoken.speakers))} speakers are ones it was trained on")
    _tell(kept.config.name, figures([rank_model(kept.model(), spoken)]))
    _tell("MFCC + DTW", figures([rank_warped(spoken)]))
    return DONE


def _parts(data: Sequence[str], config: WordsConfig) -> dict[str, Spoken]:
    """Reads what is trained on and what is measured; parts without utterances are left out."""
    split = part(read_utterances(data), config.split)
    for name, utterances in split.items():
        people, words = len({each.speaker for each in utterances}), len({each.word for each in utterances})
        say(f"{name}: {len(utterances)} utterances of {words} words by {people} speakers")
    return {
        name: measure(utterances, config, say, is_rough=name == "train")
        for name, utterances in split.items()
        if utterances
    }


def _rows(names: Sequence[str]) -> list[str]:
    unknown = [name for name in names if name not in ROWS]
    if unknown:
        raise WordsError(f"there is no row {unknown[0]}", advice=f"Rows: {', '.join(ROWS)}.")
    return list(names)


def _hooks(out: Path) -> Hooks:
    stop = out / STOP
    stop.unlink(missing_ok=True)
    return Hooks(report=say, stop=stop.exists, bar=sys.stderr.isatty())


def _tell(title: str, found: Figures) -> None:
    words = f", cross-view AP {found.cross_view}" if found.cross_view else ""
    across = f", across speakers {found.across}" if found.across else ""
    print(f"{title}: acoustic AP {found.acoustic}{across}{words} ({found.utterances} utterances)")


def _write(path: Path, text: str) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text + "\n", encoding="utf-8")
    except OSError as err:
        raise EngineError(f"cannot write {path}: {err}", advice="Choose another folder.") from err
    print(text)
