"""ZeroSpeech 2019's own figures: triplets, submissions and bitrates, and a row from recordings to its figures."""

import json
import shutil
from dataclasses import replace
from functools import cache
from importlib.util import find_spec
from itertools import product
from pathlib import Path

import numpy as np
import pytest
import soundfile
from numpy.typing import NDArray

from tests.training.papers.units.small import RATE_HZ, SPEAKERS, WORDS, small_config, word
from training.cli import main
from training.measures.abx import ItemsError, PhoneItem, write_items
from training.measures.dtw import dtw_pairs
from training.measures.triplets import TaskItem, TripletTask, read_task, score, task_of
from training.papers.passt import units_rows
from training.papers.units import challenge, tables
from training.papers.units.checkpoint import save_units
from training.papers.units.recordings import hear, read_recordings
from training.papers.units.settings import PartsConfig, UnitsConfig, UnitsRow
from training.papers.units.submission import (
    SubmissionError,
    figures,
    read_listed,
    read_submission,
    read_units,
    write_submission,
)
from training.papers.units.tasks import learn_codes
from training.runs.figures_store import FiguresStoreError
from training.runs.tracking import Hooks

GOLDEN = Path(__file__).parents[3] / "golden" / "zerospeech-1.abx"
"""A task as ABXpy 0.4 lays it out: its tables were written by the call that ABXpy makes (pandas' HDFStore.append,
pandas 3.1, PyTables 3.11; without the tables' search indexes), its triplets all of those of `golden_items`. ABXpy
cannot be installed from the package index, so that no file of its own making is here."""
needs_h5py = pytest.mark.skipif(find_spec("h5py") is None, reason="h5py is not installed: make setup-training")


def golden_items() -> list[PhoneItem]:
    """Three speakers, three phones, two contexts; in one of them S007 says no uw."""
    said = [
        (context, speaker, phone)
        for context, takes in ((("sil", "t"), 2), (("k", "s"), 1))
        for speaker, phone, _ in product(("S002", "S003", "S007"), ("ae", "ih", "uw"), range(takes))
        if (context, speaker, phone) != (("k", "s"), "S007", "uw")
    ]
    return [
        PhoneItem(f"{speaker}_{number:010d}", 0.0, 1.0, phone, context, speaker)
        for number, (context, speaker, phone) in enumerate(said, start=1)
    ]


def spoken(items: list[PhoneItem], noise: float = 0.8) -> dict[str, NDArray[np.float64]]:
    """Frames whose direction says the phone, with noise."""
    rng = np.random.default_rng(7)
    places = {phone: rng.normal(size=5) for phone in ("ae", "ih", "uw")}
    lengths = rng.integers(2, 7, size=len(items))
    return {
        item.file: places[item.phone] + noise * rng.normal(size=(count, 5))
        for item, count in zip(items, lengths, strict=True)
    }


def plain_warping(one: NDArray[np.float64], two: NDArray[np.float64], *, by_length: bool) -> float:
    """Warping in plain loops: the way back prefers the diagonal, then the left."""
    unit = [rows / np.linalg.norm(rows, axis=1, keepdims=True) for rows in (one, two)]
    apart = np.arccos(np.clip(unit[0] @ unit[1].T, -1.0, 1.0)) / np.pi
    cost = np.full(apart.shape, np.inf)
    for i, j in product(*map(range, apart.shape)):
        before = [cost[a, b] for a, b in ((i - 1, j - 1), (i, j - 1), (i - 1, j)) if a >= 0 and b >= 0]
        cost[i, j] = apart[i, j] + (min(before) if before else 0.0)
    i, j, length = apart.shape[0] - 1, apart.shape[1] - 1, 1
    while i > 0 and j > 0:
        both, left, up = cost[i - 1, j - 1], cost[i, j - 1], cost[i - 1, j]
        i, j = (i - 1, j - 1) if both <= min(left, up) else (i, j - 1) if left <= up else (i - 1, j)
        length += 1
    return float(cost[-1, -1] / (length + i + j if by_length else 1))


def plain_score(items: list[PhoneItem], frames: dict[str, NDArray[np.float64]], *, by_length: bool) -> float:
    """The challenge's mean over triplets, contexts, pairs of speakers and pairs of phones, in plain loops."""
    cells: dict[tuple[str, ...], list[float]] = {}
    apart = cache(lambda one, two: plain_warping(frames[one], frames[two], by_length=by_length))
    for a, b, x in product(items, repeat=3):
        is_triplet = a.phone == x.phone != b.phone and a.speaker == b.speaker != x.speaker
        if is_triplet and a.context == b.context == x.context:
            near, far = apart(a.file, x.file), apart(b.file, x.file)
            key = (a.phone, b.phone, a.speaker, x.speaker, *a.context)
            cells.setdefault(key, []).append(1.0 if near > far else 0.5 if near == far else 0.0)
    for width in (4, 2, 0):  # contexts, speakers, phones fall away one after the other
        merged: dict[tuple[str, ...], list[float]] = {}
        for key, values in cells.items():
            merged.setdefault(key[:width], []).append(float(np.mean(values)))
        cells = merged
    return float(np.mean(cells[()]))


@needs_h5py
def test_a_task_file_holds_the_triplets_that_its_items_make() -> None:
    found, made = read_task(GOLDEN), task_of(golden_items())

    def told(task: TripletTask) -> set[tuple[str, ...]]:
        names = [tuple(task.items[row].file for row in rows) for rows in task.triplets.tolist()]
        return {(*each, *task.keys[cell]) for each, cell in zip(names, task.cells, strict=True)}

    # 3 speakers x 2 others x 3 phones x 2 others, 2 takes each: 36 x 8; with one take and a phone missing 24.
    assert len(found.triplets) == 36 * 8 + 24
    assert told(found) == told(made) and len(told(found)) == 312
    assert set(found.items) == {TaskItem(item.file, 0.0, 1.0) for item in golden_items()}


@needs_h5py
def test_the_score_is_that_of_plain_loops() -> None:
    items = golden_items()
    frames = spoken(items)
    task = read_task(GOLDEN)
    assert score(task, frames).error == pytest.approx(plain_score(items, frames, by_length=True), abs=1e-7)
    whole = score(task, frames, by_length=False)
    assert whole.error == pytest.approx(plain_score(items, frames, by_length=False), abs=1e-7)
    assert whole.error != score(task, frames).error and whole.phone_pairs == 6


def test_what_is_all_alike_is_at_chance_and_what_is_clear_has_no_errors() -> None:
    items = golden_items()
    task = task_of(items)
    assert score(task, {name: np.ones_like(rows) for name, rows in spoken(items).items()}).error == 0.5
    assert score(task, spoken(items, noise=0.0)).error == 0.0


def test_a_warping_that_is_not_divided_is_the_sum_along_its_path() -> None:
    one, two = np.array([[1.0, 0.0], [0.0, 1.0], [0.0, 1.0]]), np.array([[0.0, 1.0]])
    pair = np.array([[0, 0]])
    # The only path crosses all three frames: a right angle, half of pi, and two that are equal.
    assert dtw_pairs([one], [two], pair, by_length=False)[0] == pytest.approx(0.5)
    assert dtw_pairs([one], [two], pair)[0] == pytest.approx(0.5 / 3.0)


def test_an_item_is_cut_by_its_share_of_the_file() -> None:
    rows = np.array([[1.0, 0.0], [0.0, 1.0], [0.0, 1.0], [1.0, 0.0]])
    items = (TaskItem("a", 0.25, 0.5), TaskItem("b", 0.0, 1.0), TaskItem("x", 0.0, 1.0))
    task = TripletTask(items, np.array([[0, 1, 2]]), np.array([0]), (("p", "q", "s", "t", "c"),))
    # Frames 1 and 2 of a lie at 0.25 and 0.5: alone they are x's direction, with the others a is no nearer than b.
    units = {"a": rows, "b": rows, "x": rows[1:3]}
    assert score(task, units).error == 0.0
    whole = replace(task, items=(TaskItem("a", 0.0, 1.0), *items[1:]))
    assert score(whole, units).error == 0.5


def test_features_of_one_number_and_files_without_features_are_refused() -> None:
    items = golden_items()
    task, frames = task_of(items), spoken(items)
    with pytest.raises(ItemsError, match="one number a line"):
        score(task, {name: rows[:, :1] for name, rows in frames.items()})
    del frames[items[3].file]
    with pytest.raises(ItemsError, match=f"first {items[3].file}"):
        score(task, frames)


@needs_h5py
def test_a_file_that_is_no_task_is_refused(tmp_path: Path) -> None:
    (tmp_path / "task.abx").write_bytes(b"no HDF5")
    with pytest.raises(ItemsError, match="cannot read the triplets"):
        read_task(tmp_path / "task.abx")
    with pytest.raises(ItemsError):
        read_task(tmp_path / "none.abx")


def test_units_are_read_as_they_were_handed_in_and_lie_where_the_challenge_looks(tmp_path: Path) -> None:
    units = np.random.default_rng(1).normal(size=(4, 3)).astype(np.float32)
    units[2] = units[0]
    assert write_submission(tmp_path, "english", [("S002_1", units)], "a test") == ["S002_1"]
    path = tmp_path / "2019" / "english" / "test" / "S002_1.txt"
    assert np.array_equal(read_units(path).astype(np.float32), units)
    lines = path.read_text(encoding="utf-8").splitlines()
    assert len(lines) == 4 and lines[0] == lines[2] and all(len(line.split(" ")) == 3 for line in lines)
    assert "abx distance: dtw_cosine" in (tmp_path / "2019" / "metadata.yaml").read_text(encoding="utf-8")
    with pytest.raises(SubmissionError, match="shape"):
        write_submission(tmp_path, "english", [("S002_2", units[:, :1])], "a test")


@pytest.mark.parametrize(
    ("text", "says"), [("", "has no line"), ("1 2\n3\n", "unlike width"), ("1 x\n", "cannot read")]
)
def test_damaged_units_are_named(tmp_path: Path, text: str, says: str) -> None:
    (tmp_path / "units.txt").write_text(text, encoding="utf-8")
    with pytest.raises(SubmissionError, match=says):
        read_units(tmp_path / "units.txt")


def test_the_bitrate_is_the_challenges(tmp_path: Path) -> None:
    book = np.eye(5, dtype=np.float32) + 1.0
    units = {"one": book[[1, 1, 2, 3, 3, 3]], "two": book[[2, 2, 1, 4]]}
    items = golden_items()
    found = figures({**units, **spoken(items)}, task_of(items), (("one", 0.12), ("two", 0.08)))
    # Hand calculation: 3, 3, 3 and 1 of 10 symbols, 1.8954618442 bits each, ten of them in 0.2 s.
    assert found.bits.entropy_bits == pytest.approx(1.8954618442)
    assert found.bits.bits_per_s == pytest.approx(94.7730922119) and found.bits.used == 4
    with pytest.raises(SubmissionError, match="first three"):
        figures({**units, **spoken(items)}, task_of(items), (("one", 0.12), ("three", 0.08)))


def test_the_list_of_english_is_the_challenges() -> None:
    listed = read_listed(None)
    # 252 files, as the challenge says; its first and its last line.
    assert len(listed) == len(dict(listed)) == 252
    assert listed[0] == ("S011_4019527684", 4.883875) and listed[-1] == ("S130_1798561430", 15.42)
    with pytest.raises(SubmissionError, match="surprise"):
        read_listed(None, "surprise")


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    return make_challenge(tmp_path / "2019")


def make_challenge(place: Path) -> Path:
    """The challenge's folders, small: people of the train parts, others in the test part, cut to words."""
    for part, speakers in (("train/unit", ("ann", "bob")), ("train/voice", ("cid",)), ("test", ("ann", "cid"))):
        folder = place / "english" / part
        folder.mkdir(parents=True)
        for speaker, (row, tones_hz), take in product(speakers, enumerate(WORDS.values()), range(2)):
            seed = 1000 * (part == "test") + 100 * row + 10 * len(speaker) + take
            wave = word(tones_hz, SPEAKERS[speaker] * (1.0 + 0.01 * take), seed)
            soundfile.write(folder / f"{speaker}_{row}{take}.wav", wave, RATE_HZ)
    items = [
        PhoneItem(f"{speaker}_{row}{take}", 0.0, 1.0, str(row), ("#", "#"), speaker)
        for speaker, row, take in product(("ann", "cid"), range(len(WORDS)), range(2))
    ]
    write_items(place / "words.item", items)
    return place


def recipe(steps: int = 60) -> UnitsConfig:
    """A small recipe on the challenge's parts."""
    parts = PartsConfig(
        train=("zerospeech2019:english/unit", "zerospeech2019:english/voice"),
        test=("zerospeech2019:english/test",),
        trim=False,
    )
    return replace(small_config(steps), parts=parts)


def test_a_row_is_learnt_handed_in_and_scored_once(
    corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    listed = (("ann_00", 0.5), ("cid_31", 0.5))
    monkeypatch.setattr(challenge, "read_listed", lambda _: listed)  # the challenge's own names other files
    told: list[str] = []
    hooks = Hooks(report=told.append)
    places, task = {"zerospeech2019": corpus}, corpus / "words.item"
    found = challenge.run_row(recipe(), places, tmp_path / "rows", hooks, task=task)
    assert found is not None and found.steps == 60
    assert found.abx < 30.0, "tones a musical third and more apart; chance is 50"
    # At most 12.5 codes in each half second, each at most log2 16 bits.
    assert 0.0 < found.bitrate <= 4.0 * 26.0
    handed = read_submission(tmp_path / "rows" / "small" / "submission", "english", ["ann_00", "cid_31"])
    assert all(rows.shape[1] == 8 for rows in handed.values())
    told.clear()
    assert challenge.run_row(recipe(), places, tmp_path / "rows", hooks, task=task) == found
    assert told == ["small: done before"]
    with pytest.raises(FiguresStoreError, match="another recipe"):
        challenge.run_row(recipe(80), places, tmp_path / "rows", hooks, task=task)


def test_rows_are_run_by_the_tables_command_beside_what_was_published(
    corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    row = replace(recipe(20), name="trf-mfcc-k64", paper=UnitsRow(("2",), "K=64", 22.72, 141.82))
    monkeypatch.setattr(tables, "read_rows", lambda: {"trf-mfcc-k64": row, "here": recipe(20)})
    monkeypatch.setattr(challenge, "read_listed", lambda _: (("ann_00", 0.5), ("cid_31", 0.5)))
    asked = ["units", "tables", "--data", f"zerospeech2019={corpus}", "--task", str(corpus / "words.item")]
    assert main.main([*asked, "--table", "2", "--out", str(tmp_path / "rows")]) == 0
    last = capsys.readouterr().out.splitlines()[-1]
    assert last.startswith("| trf-mfcc-k64 | K=64 | ") and "| 22.72 |" in last and "| 141.82 |" in last
    assert (tmp_path / "rows" / "trf-mfcc-k64" / "figures.json").is_file()
    assert main.main([*asked, "--row", "trf-mfcc-k65"]) == 1
    assert "there is no row trf-mfcc-k65" in capsys.readouterr().err


@needs_h5py
def test_reproduce_runs_a_row_of_the_paper_on_the_challenges_own_triplets(
    corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pitch = {"S002": 1.0, "S003": 0.9, "S007": 1.1}
    tones = {"ae": (500.0, 1_500.0), "ih": (1_500.0, 500.0), "uw": (2_600.0, 900.0)}
    for seed, item in enumerate(golden_items()):
        wave = word(tones[item.phone], pitch[item.speaker], seed)
        soundfile.write(corpus / "english" / "test" / f"{item.file}.wav", wave, RATE_HZ)
    row = replace(recipe(), name="trf-mfcc-k64", paper=UnitsRow(("2",), "K=64", 22.72, 141.82))
    monkeypatch.setattr(units_rows, "read_rows", lambda: {"trf-mfcc-k64": row})
    monkeypatch.setattr(challenge, "read_listed", lambda _: (("ann_00", 0.5), ("cid_31", 0.5)))
    runs = tmp_path / "runs"
    asked = ["reproduce", "--row", "trf-mfcc-k64", "--data", f"zerospeech2019={corpus}", "--runs", str(runs)]
    assert main.main([*asked, "--dry-run"]) == 0
    assert "there is no ABXTasks/byCtxt_acSpkr.abx" in capsys.readouterr().out
    (corpus / "ABXTasks").mkdir()
    shutil.copy(GOLDEN, corpus / "ABXTasks" / "byCtxt_acSpkr.abx")
    assert main.main(asked) == 0
    last = capsys.readouterr().out.splitlines()[-1].split(" | ")
    assert last[:2] == ["| trf-mfcc-k64", "K=64"] and float(last[2]) < 30.0 and last[3] == "22.72"
    assert main.main([*asked, "--dry-run"]) == 0
    assert "has been run" in capsys.readouterr().out


def test_a_test_part_that_is_not_whole_is_refused_before_anything_is_learnt(corpus: Path, tmp_path: Path) -> None:
    with pytest.raises(SubmissionError, match="lacks 252 files that are scored"):
        challenge.run_row(recipe(), {"zerospeech2019": corpus}, tmp_path / "rows", Hooks(), task=corpus / "words.item")
    assert not (tmp_path / "rows").exists()


def test_by_the_commands_from_a_checkpoint_to_the_challenges_figures(
    corpus: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config = recipe(20)
    sounds = hear(read_recordings(config.parts.train, {"zerospeech2019": corpus}), config.features, print, trim=False)
    save_units(tmp_path / "codes.pt", learn_codes(sounds, config, tmp_path / "run"))
    out, listed = str(tmp_path / "handed"), tmp_path / "list.txt"
    listed.write_text("ann_00.txt 0.5\ncid_31.txt 0.5\n", encoding="utf-8")
    submit = ["challenge", "submit", str(tmp_path / "codes.pt"), "--data", f"zerospeech2019={corpus}", "--out", out]
    assert main.main([*submit, "--as", "one-hot"]) == 0
    assert len(list((tmp_path / "handed" / "2019" / "english" / "test").glob("*.txt"))) == 16
    capsys.readouterr()
    scored = ["challenge", "score", out, "--task", str(corpus / "words.item"), "--list", str(listed)]
    assert main.main([*scored, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    # 2 speakers x 1 other x 4 words x 3 others, two takes of each.
    assert found["triplets"] == 2 * 4 * 3 * 8 and 0.0 <= found["abx"] <= 100.0 and found["seconds"] == 1.0
    (tmp_path / "handed" / "2019" / "english" / "test" / "cid_31.txt").unlink()
    assert main.main(scored) == 1
    assert "1 of 16 files are missing" in capsys.readouterr().err
