"""`earshot-train variety`: what a recording counts for, and what is kept beside all."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from tests.training.corpora import make_corpus
from training.cli.main import main
from training.data.corpus import Clip
from training.evaluation.variety import VARIETIES, FirstRows, figures_of, shown

# Rows 0 to 3 are takes of one bark, 4 another bark, 5 to 7 three other things.
GROUPS = ("a", "a", "a", "a", "b", "c", "d", "e")
BARKS = frozenset({0, 1, 2, 3, 4})


def test_a_recording_is_right_once() -> None:
    found = shown([0, 1, 5, 4], BARKS, GROUPS)
    assert (found.recordings, found.right_recordings) == (3, 2)
    # The second take is a miss: precision 1 at the first row, 2 of 4 at the last, over two right recordings.
    assert found.by_recordings == pytest.approx((1 / 1 + 2 / 4) / 2)
    # Two recordings are right, so two rows are looked at, and both are barks.
    assert found.precision == 1.0
    # By sounds: rows 1, 2 and 4 are right, of five.
    assert found.by_sounds == pytest.approx((1 / 1 + 2 / 2 + 3 / 4) / 5)


def test_nothing_right_is_nothing_kept() -> None:
    found = shown([5, 6, 7], BARKS, GROUPS)
    assert (found.recordings, found.right_recordings, found.by_recordings, found.precision) == (3, 0, 0.0, 0.0)


def test_what_is_kept_is_a_share_of_what_all_have() -> None:
    def caption(by_recordings: float) -> list[FirstRows]:
        first = FirstRows(4, 1, 0.5, 0.5, 0.8)
        return [first, *(replace(first, by_recordings=by_recordings, recordings=8) for _ in VARIETIES[1:])]

    clips = [Clip(f"{n}", Path("x"), "s", "", "", ("c",), "k", "", "val", 1.0, group=f"{n % 3}") for n in range(6)]
    found = figures_of([caption(0.4), caption(0.6)], ["dog", "cat"], clips, is_named=False)
    assert found.recordings == 3
    folded = found.varieties[1]
    assert (folded.recordings.value, folded.kept_by_recordings, folded.kept_by_sounds) == pytest.approx((8.0, 1.0, 1.0))
    assert found.varieties[0].kept_by_recordings == 1.0


def test_the_command_asks_the_engine(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["variety", "--data", str(make_corpus(tmp_path)), "--named", "--json"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert [one["variety"] for one in record["varieties"]] == list(VARIETIES)
    assert record["is_named"]
    # Ten clips: all of them are among the first ten.
    assert (record["clips"], record["varieties"][0]["recordings"]["value"]) == (10, record["recordings"])
    assert all(one["kept_by_recordings"] > 0.0 for one in record["varieties"])
