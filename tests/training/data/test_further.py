"""A corpus of several folders: what further ones add, what they leave as it was, and whole sources left out."""

import json
from pathlib import Path

import pytest

from engine.base.training_messages import ExclusionReason
from tests.helpers.recorded import data_folders
from tests.helpers.tiny_pack import make_tiny_pack
from tests.training.corpora import make_corpus
from training.cli.main import main
from training.data.corpora import extensions
from training.data.corpora.registry import folders_of, places_of, read_parts
from training.data.corpora.source_folds import LEFT_OUT, folds
from training.data.corpus import CorpusError


def make_further(folder: Path, source: str = "lugaru", **changed: object) -> Path:
    """A corpus whose clips have another source and other ids, and the first of them these fields."""
    make_corpus(folder)
    meta = folder / "meta.jsonl"
    rows = [json.loads(line) for line in meta.read_text(encoding="utf-8").splitlines()]
    for row in rows:
        row |= {"id": f"{source}-{row['id']}", "source": source, "content_sha1": f"{source}-{row['id']}"}
    rows[0] |= changed
    meta.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return folder


@pytest.fixture
def both(tmp_path: Path) -> list[str]:
    """`--data` of a corpus and a further folder."""
    return [str(make_corpus(tmp_path / "one")), str(make_further(tmp_path / "two"))]


def ids(part: str, data: list[str]) -> list[str]:
    return [clip.id for clip in read_parts([part], places_of(data)).clips]


def test_a_second_folder_adds_to_what_is_learnt_from_and_to_nothing_that_is_measured(both: list[str]) -> None:
    assert ids("earshot:train", both)[:10] == ids("earshot:train", both[:1])
    assert len(ids("earshot:train", both)) == 20
    assert ids("earshot:val", both) == ids("earshot:val", both[:1])
    assert ids("earshot:test", both) == ids("earshot:test", both[:1])


def test_what_a_second_folder_holds_out_is_a_part_of_its_own(both: list[str]) -> None:
    assert [one.startswith("lugaru-val") for one in ids("earshot:val-further", both)] == [True] * 10
    assert ids("earshot:val-further", both[:1]) == []


def test_a_third_folder_adds_too(both: list[str], tmp_path: Path) -> None:
    data = [*both, str(make_further(tmp_path / "three", "oxygen"))]
    assert len(folders_of(places_of(data))) == 3
    assert len(ids("earshot:train", data)) == 30


def test_a_recording_that_is_measured_is_not_learnt_from(tmp_path: Path) -> None:
    data = [str(make_corpus(tmp_path / "one")), str(make_further(tmp_path / "two", content_sha1="test-hum-0"))]
    reading = read_parts(["earshot:train"], places_of(data))
    assert "lugaru-train-hum-0" not in [clip.id for clip in reading.clips]
    assert [(one.reason, one.item) for one in reading.left_out] == [(ExclusionReason.EXCLUDED, "lugaru-train-hum-0")]


def test_a_version_of_a_recording_that_is_measured_is_not_learnt_from(
    both: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(extensions, "known_doubles", lambda: {"lugaru-train-hum-0": ("val-hum-0",)})
    assert "lugaru-train-hum-0" not in ids("earshot:train", both)


def test_two_recordings_that_are_both_learnt_from_may_be_alike(
    both: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(extensions, "known_doubles", lambda: {"lugaru-train-hum-0": ("train-hum-0",)})
    assert "lugaru-train-hum-0" in ids("earshot:train", both)


def test_a_source_is_left_out_whole_and_measured_without_what_it_held_out(both: list[str]) -> None:
    learnt = ids("earshot:train-without-games", both)
    assert learnt == ids("earshot:train", both[:1])
    measured = ids("earshot:left-out-games", both)
    assert {one.split("-")[1] for one in measured} == {"train", "val"}
    assert ids(f"earshot:{LEFT_OUT}", both) == measured
    assert ids("earshot:left-out-wild", both) == []


def test_a_recording_that_a_learnt_source_has_too_measures_nothing(
    both: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(extensions, "known_doubles", lambda: {"lugaru-train-hum-0": ("train-hum-0",)})
    assert "lugaru-train-hum-0" not in ids("earshot:left-out-games", both)


def test_an_unknown_fold_is_refused(both: list[str]) -> None:
    with pytest.raises(CorpusError, match="no part 'left-out-no'"):
        read_parts(["earshot:left-out-no"], places_of(both))


def test_five_folds_or_more_share_no_source() -> None:
    sources = [source for fold in folds().values() for source in fold]
    assert len(folds()) >= 5
    assert len(sources) == len(set(sources))


def test_the_command_counts_what_further_folders_hold_out_apart(
    both: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["corpus", "--data", both[0], "--data", both[1]]) == 0
    said = capsys.readouterr().out
    assert "train: 20 clips" in said
    assert "val: 10 clips" in said
    assert "val-further: 10 clips" in said


def test_test_is_what_it_was_beside_the_real_further_folder() -> None:
    data = [str(folder) for folder in data_folders()]
    if len(data) < 2:
        pytest.skip("needs the real corpus and its further folder: set EARSHOT_DATA to both")
    assert ids("earshot:test", data) == ids("earshot:test", data[:1])
    assert len(ids("earshot:test", data)) == 1341
    assert len(ids("earshot:train", data)) > len(ids("earshot:train", data[:1]))


def test_versions_of_one_recording_are_listed_by_what_the_engine_finds(both: list[str], tmp_path: Path) -> None:
    out = tmp_path / "doubles.txt"
    pack = ["--pack", str(make_tiny_pack(tmp_path / "tiny")), "--workers", "1"]
    assert main(["corpus", "doubles", "--data", both[0], "--data", both[1], "--out", str(out), *pack]) == 0
    # Both folders have the same files: each further clip is listed with its copy, as the first of its line.
    pairs = {tuple(line.split("\t")[:2]) for line in out.read_text(encoding="utf-8").splitlines()[1:]}
    assert ("lugaru-train-hum-0", "train-hum-0") in pairs
    assert {clip.partition("-")[0] for clip, _ in pairs} == {"lugaru"}
    assert main(["corpus", "doubles", "--data", both[0], "--out", str(out)]) == 1
