"""The rows of the paper on word embeddings: one recipe, words/paper.toml, and each row's changes.

Its tables 3 and 4 compare with systems of other groups, which are quoted here and not run.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from training.base.device import choose_device, device_words
from training.base.recipe import RECIPES
from training.base.results import write_result
from training.papers.passt.paper_rows import Measure, NeedKind, PublishedFigure, PublishedRow, Requirement
from training.papers.passt.status import MachinePlaces, RowStatus, RunSize
from training.papers.words.rows import CODEBASE, ROWS, WordsRow, config_of
from training.papers.words.settings import load_words_config
from training.papers.words.utterances import READERS

PAPERS = ("words",)
CORPORA = tuple(READERS)
RECIPE = RECIPES / "words" / "paper.toml"
SPEECH = Requirement(
    NeedKind.CORPUS,
    "spoken words with their speakers; the paper's are 9,971, 10,966 and 11,024 of Switchboard",
    "Switchboard I, LDC97S62, which is bought, as --data switchboard=DIR; or any words as --data aligned=DIR, "
    "folders=DIR, digits=DIR, made=DIR",
)


def _quoted(name: str, title: str, theirs: str, acoustic: float, cross_view: float | None = None) -> PublishedRow:
    """Returns a row of tables 3 and 4, on the test set."""
    figures = [PublishedFigure(Measure.ACOUSTIC_AP, acoustic, "3")]
    if cross_view is not None:
        figures.append(PublishedFigure(Measure.CROSS_VIEW_AP, cross_view, "4"))
    tables = ("3",) if cross_view is None else ("3", "4")
    return PublishedRow("words", name, tables, title, tuple(figures), theirs=theirs)


QUOTED = (
    _quoted("theirs-mfcc-dtw", "MFCCs + DTW", "Kamper et al. 2016", 0.214),
    _quoted("theirs-cae-dtw", "correspondence autoencoder + DTW", "Kamper et al. 2015", 0.469),
    _quoted("theirs-posteriors-dtw", "phone posteriors + DTW", "Carlin et al. 2011", 0.497),
    _quoted("theirs-siamese-cnn", "Siamese CNN", "Kamper et al. 2016", 0.549),
    _quoted("theirs-siamese-lstm", "Siamese LSTM", "Settle & Livescu 2016", 0.671),
    _quoted("theirs-multiview-lstm", "multi-view LSTM", "He et al. 2016", 0.806, 0.892),
    _quoted("theirs-codebase", "the released recurrent views, to their end", CODEBASE, 0.790, 0.750),
)
"""Systems of other groups: tables 3 and 4, average precision on the test set."""


def rows(recipes: Path | None) -> dict[str, PublishedRow]:
    """Implements `RowFamily.rows`."""
    if recipes not in (None, RECIPES):
        return {}
    own = [_published(row) for row in ROWS.values() if row.published is not None]
    return {row.name: row for row in (*own, *QUOTED)}


def standing(names: Sequence[str], places: MachinePlaces, runs: Path, recipes: Path | None) -> list[RowStatus]:
    """Implements `RowFamily.standing`."""
    known, found = rows(None), []
    given = _data(places)
    for name in names:
        if known[name].is_quoted:
            found.append(RowStatus(known[name]))
            continue
        learn = config_of(ROWS[name], load_words_config(RECIPE)).learn
        size = RunSize(tuple(given) or ("spoken words",), None, learn.epochs, None, learn.batch)
        gone = () if given else (f"spoken words: --data NAME=DIR, NAME one of {', '.join(READERS)}",)
        is_done = (_folder(runs) / name / RESULT).is_file()
        found.append(RowStatus(known[name], gone, is_done=is_done, size=size))
    return found


def run(names: Sequence[str], places: MachinePlaces, runs: Path, recipes: Path | None) -> Iterator[str]:
    """Implements `RowFamily.run`; also writes the tables, with warping beside, to `runs`/words/tables.md."""
    # Imported here: these load torch.
    from training.base.arguments import say
    from training.papers.words.material import read_spoken
    from training.papers.words.tables import run_rows, tables_of
    from training.runs.tracking import Hooks

    config = load_words_config(RECIPE)
    chosen = choose_device(places.device or config.learn.accelerator)
    say(device_words(chosen))
    config = replace(config, learn=replace(config.learn, accelerator=chosen.name))
    parts = read_spoken(_data(places), config, say)
    outcomes = run_rows(names, config, parts, _folder(runs), Hooks(report=say), most=None)
    page = tables_of(outcomes)
    write_result(_folder(runs) / "tables.md", page)
    yield from page.splitlines()


RESULT = "result.json"
"""In the folder of a finished row."""


def _folder(runs: Path) -> Path:
    return runs / "words"


def _data(places: MachinePlaces) -> list[str]:
    """Returns `--data` options of spoken words; a name may occur several times."""
    return [text for text in places.data if text.partition("=")[0] in READERS]


def _published(row: WordsRow) -> PublishedRow:
    assert row.published is not None
    acoustic, cross_view = row.published
    is_final = row.stands == ("3", "4")
    where = row.stands if is_final else ("", "")  # the last two tables have one view each
    return PublishedRow(
        paper="words",
        name=row.name,
        tables=row.stands,
        title=row.label,
        figures=(
            PublishedFigure(Measure.ACOUSTIC_AP, acoustic, where[0]),
            PublishedFigure(Measure.CROSS_VIEW_AP, cross_view, where[1]),
        ),
        needs=(SPEECH,),
        recipe=RECIPE,
        change=f"changed as {row.name} of training/papers/words/rows.py",
        theirs=row.theirs,
        note="Of the test set after 60 to 70 epochs." if is_final else "Of the dev set after 15 epochs.",
    )
