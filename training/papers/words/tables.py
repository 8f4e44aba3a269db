"""Trains the rows of the tables one after the other and writes measured beside published figures.

Finished rows are kept, interrupted ones resume. All rows are measured on the same utterances, warping on a sample,
since all pairs of 11,024 would take it a day. Figures of a sample are marked and have no published figure beside them:
average precision among fewer words is higher.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from training.measures.bootstrap import Interval
from training.papers.words.checkpoint import WordsCheckpoint
from training.papers.words.material import SpokenPart, joined
from training.papers.words.quality import (
    PrecisionFigures,
    Rankings,
    capped,
    figures,
    figures_from,
    rank_model,
    rank_warped,
)
from training.papers.words.rows import ROWS, TABLES, WordsRow, config_of
from training.papers.words.settings import WordsConfig
from training.papers.words.training import learn
from training.papers.words.utterances import WordsError
from training.runs.figures_store import FiguresStore
from training.runs.tracking import Hooks

RESULT, WARPED = "result.json", "mfcc-dtw"
TESTS = {
    "val": "val (its own speakers, words of training)",
    "speakers": "unseen speakers",
    "words": "unseen words",
    "both": "unseen words by unseen speakers",
    "test": "the corpus's own test part",
}
"""Sets to measure, where they have utterances."""


@dataclass(frozen=True, slots=True)
class WordsOutcome:
    """One row's result."""

    name: str
    figures: Mapping[str, PrecisionFigures]
    """By set of TESTS."""
    epochs: float
    minutes: float


def run_rows(
    names: Sequence[str], base: WordsConfig, parts: Mapping[str, SpokenPart], out: Path, hooks: Hooks, most: int | None
) -> list[WordsOutcome]:
    """Trains and measures rows, warping first; stops early if `hooks.stop` says so.

    Args:
        base: the recipe that they change.
        parts: train, and the sets to measure.
        out: gets a folder per row.
        hooks: progress and stop.
        most: most utterances of each set to measure; None: all.

    Raises:
        FiguresStoreError: a row's folder holds figures of another recipe or other utterances.
    """
    tests = {name: capped(parts[name], most) for name in TESTS if name in parts}
    warped = {name: capped(spoken) for name, spoken in tests.items()}
    measure_warped = partial(_warped, warped, parts)
    found = [_outcome(out, WARPED, _asked(base, warped, parts), parts, hooks.report, measure_warped)]
    for name in names:
        row = ROWS[name]
        if hooks.stop():
            break
        asked = _asked(config_of(row, base), tests, parts)
        outcome = _outcome(
            out, name, asked, parts, hooks.report, partial(_trained, row, base, parts, tests, out, hooks)
        )
        if outcome is None:
            break
        found.append(outcome)
    return [each for each in found if each is not None]


def tables_of(outcomes: Sequence[WordsOutcome], labels: Mapping[str, str] = TESTS) -> str:
    """Returns the tables with measured rows as Markdown, for every set."""
    by_name = {each.name: each for each in outcomes}
    lines: list[str] = []
    for table in TABLES.values():
        names = [name for name in table.names if name in by_name]
        if not names:
            continue
        lines += [f"## {table.title}", ""]
        for test, title in labels.items():
            if all(test not in by_name[name].figures for name in names):
                continue
            lines += [f"{title[0].upper()}{title[1:]}:", "", _HEAD, _RULE]
            lines += [_line(ROWS[name].label, by_name[name], test, ROWS[name].published) for name in names]
            if WARPED in by_name:
                lines.append(_line("MFCC + DTW", by_name[WARPED], test, None))
            chance = by_name[names[0]].figures[test]
            by_lot = [f"{chance.acoustic_chance:.3f}", "", f"{chance.cross_view_chance or 0.0:.3f}", "", "", ""]
            lines += [f"| chance | {' | '.join(by_lot)} |", ""]
    return "\n".join(lines)


_HEAD = "| system | acoustic AP | across speakers | cross-view AP | published (Switchboard) | epochs | minutes |"
_RULE = "|---|---|---|---|---|---|---|"


def _line(label: str, outcome: WordsOutcome, test: str, published: tuple[float, float] | None) -> str:
    if test not in outcome.figures:
        return f"| {label} | – | – | – | | | |"
    found = outcome.figures[test]
    if not found.is_whole:
        label, published = f"{label}, {found.utterances:,} of {found.whole:,} utterances", None
    theirs = " / ".join(f"{value:.3f}" for value in published) if published else ""
    parts = [_told(found.acoustic), _told(found.across), _told(found.cross_view), theirs]
    trained = [f"{outcome.epochs:.0f}", f"{outcome.minutes:.1f}"] if outcome.epochs else ["", ""]
    return f"| {label} | {' | '.join([*parts, *trained])} |"


def _told(value: Interval | None) -> str:
    return "" if value is None else f"{value.value:.3f} [{value.low:.3f}, {value.high:.3f}]"


def _trained(
    row: WordsRow,
    base: WordsConfig,
    parts: Mapping[str, SpokenPart],
    tests: Mapping[str, SpokenPart],
    out: Path,
    hooks: Hooks,
) -> WordsOutcome | None:
    config = config_of(row, base)
    hooks.report(f"{row.name}: {row.label}")
    kept = learn(parts["train"], parts["val"], config, out / row.name, hooks, resume=True)
    if kept.state is not None:  # stopped
        return None
    last = kept.history[-1]
    model = kept.model()
    measured = {name: figures([rank_model(model, spoken)], len(parts[name])) for name, spoken in tests.items()}
    return WordsOutcome(row.name, measured, last["epoch"], last["minutes"])


def _warped(tests: Mapping[str, SpokenPart], parts: Mapping[str, SpokenPart]) -> WordsOutcome:
    measured = {name: figures([rank_warped(spoken)], len(parts[name])) for name, spoken in tests.items()}
    return WordsOutcome(WARPED, measured, 0.0, 0.0)


def _asked(config: WordsConfig, tests: Mapping[str, SpokenPart], parts: Mapping[str, SpokenPart]) -> dict[str, Any]:
    """Returns everything that decides the figures: the recipe and the amounts of data."""
    sizes = {"train": len(parts["train"]), **{name: len(spoken) for name, spoken in tests.items()}}
    return {
        "config": asdict(replace(config, learn=replace(config.learn, threads=0, accelerator="cpu"))),
        "utterances": sizes,
    }


def _outcome(
    out: Path,
    name: str,
    asked: dict[str, Any],
    parts: Mapping[str, SpokenPart],
    report: Callable[[str], None],
    measure: Callable[[], WordsOutcome | None],
) -> WordsOutcome | None:
    """Returns a row's result, kept or measured now and written; None if stopped."""
    kept = FiguresStore(out / name / RESULT, asked)
    record = kept.read()
    if record is not None:
        report(f"{name}: done before")
        found = {test: replace(figures_from(each), whole=len(parts[test])) for test, each in record["figures"].items()}
        return WordsOutcome(name, found, record["epochs"], record["minutes"])
    outcome = measure()
    if outcome is not None:
        figures = {test: each.record() for test, each in outcome.figures.items()}
        kept.write({"figures": figures, "epochs": outcome.epochs, "minutes": outcome.minutes})
    return outcome


@dataclass(frozen=True, slots=True)
class CrossValidationFigures:
    """One system's figures with every speaker left out once."""

    name: str
    pooled: PrecisionFigures
    speakers: Mapping[str, PrecisionFigures]
    """Of each left-out speaker."""


@dataclass(frozen=True, slots=True)
class CrossValidationData:
    """Data for training and measuring where every speaker is left out once."""

    measured: SpokenPart
    taught: SpokenPart
    """The same recordings for training, with the recipe's rough copies."""
    beside: SpokenPart | None = None
    """Further training data, never measured."""
    start: WordsCheckpoint | None = None
    """Weights that every row starts from."""


def leave_out(
    asked: CrossValidationData, names: Sequence[str], base: WordsConfig, out: Path, hooks: Hooks, most: int
) -> list[CrossValidationFigures] | None:
    """Trains and measures rows for every speaker, and warping on the same recordings; None if stopped.

    Raises:
        WordsError: fewer than three speakers.
        CheckpointError: a row has other views than its start.
    """
    recordings = asked.measured
    speakers = sorted(set(recordings.speakers))
    if len(speakers) < 3:
        raise WordsError(f"{len(speakers)} speakers cannot be left out in turn", advice="Give at least three.")
    tests = {who: capped(recordings.by([who]), most) for who in speakers}
    hooks.report("MFCC + DTW")
    found = [_pooled("mfcc-dtw", {who: rank_warped(spoken) for who, spoken in tests.items()})]
    for name in names:
        rankings: dict[str, Rankings] = {}
        for place, who in enumerate(speakers):
            val = speakers[(place + 1) % len(speakers)]
            own = asked.taught.by([each for each in speakers if each not in (who, val)])
            train = own if asked.beside is None else joined(own, asked.beside)
            hooks.report(f"{name} without {who} (val: {val}), {len(train)} utterances")
            config = replace(config_of(ROWS[name], base), name=f"{name}-without-{who}")
            held = recordings.by([val])
            kept = learn(train, held, config, out / name / who, hooks, resume=True, start=asked.start)
            if kept.state is not None:
                return None
            rankings[who] = rank_model(kept.model(), tests[who])
        found.append(_pooled(name, rankings))
    return found


def leaving_out_table(found: Sequence[CrossValidationFigures]) -> str:
    """Formats the figures as Markdown."""
    speakers = list(found[0].speakers)
    lines = [
        f"| system | acoustic AP, pooled | cross-view AP, pooled | {' | '.join(speakers)} |",
        "|---" * (3 + len(speakers)) + "|",
    ]
    for each in found:
        label = ROWS[each.name].label if each.name in ROWS else "MFCC + DTW"
        cross = "" if each.pooled.cross_view is None else str(each.pooled.cross_view)
        own = [_both(each.speakers[who]) for who in speakers]
        lines.append(f"| {label} | {each.pooled.acoustic} | {cross} | {' | '.join(own)} |")
    chance = found[-1].pooled
    lines.append(
        f"| chance | {chance.acoustic_chance:.4f} | {chance.cross_view_chance or 0.0:.4f} |{' |' * len(speakers)}"
    )
    return "\n".join(lines)


def _both(found: PrecisionFigures) -> str:
    words = "" if found.cross_view is None else f" / {found.cross_view.value:.3f}"
    return f"{found.acoustic.value:.3f}{words}"


def _pooled(name: str, rankings: Mapping[str, Rankings]) -> CrossValidationFigures:
    own = {who: figures([ranked]) for who, ranked in rankings.items()}
    return CrossValidationFigures(name, figures(list(rankings.values())), own)
