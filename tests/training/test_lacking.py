"""`earshot-train lacking`: halves are compared kind by kind, what is planted comes first, what was left out is told."""

import json
from pathlib import Path

import numpy as np
import pytest

from engine.features.self_test.gaps import Coverage
from tests.helpers.sounds import write
from tests.helpers.tiny_pack import RATE_HZ, make_tiny_pack, noise, tone
from training.cli.main import main
from training.evaluation import self_test
from training.evaluation.self_test_figures import (
    CaptionPair,
    HalvesOfKind,
    PlantedSound,
    again_of,
    alone_of,
    area_between,
    kappa,
    missing_of,
    rank_correlation,
    ranks_of,
)

_KINDS = {"hum": 100.0, "horn": 600.0, "bell": 1500.0, "whistle": 4000.0}
_TAKES = 24


def make_named_corpus(folder: Path) -> Path:
    """Four kinds that sound as they are called, dogs that sound like one of them, and a noise, in the test split."""
    lines = []
    sounds = [(kind, number) for kind in (*_KINDS, "dog") for number in range(_TAKES)] + [("oddity", 0)]
    for kind, number in sounds:
        hz = _KINDS.get(kind, list(_KINDS.values())[number % len(_KINDS)])
        heard = noise(0.5) if kind == "oddity" else tone(hz, 0.5) + tone(120.0 + 200.0 * number, 0.5, 0.15)
        name = f"{kind}-{number}"
        write(folder / "audio" / f"{name}.wav", heard, RATE_HZ)
        record = {
            "id": name,
            "file": f"audio/{name}.wav",
            "source": "made",
            "original_path": f"person{chr(97 + number)}/{kind} of {chr(97 + number)}.wav",
            "licence": "CC0",
            "duration_s": 0.5,
            "category": "tests",
            "captions": [f"a {kind}"],
            "kind": kind,
            "group": name,
            "split": "test",
        }
        lines.append(json.dumps(record))
    (folder / "meta.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return folder


def test_agreement_is_as_in_the_books() -> None:
    assert ranks_of(np.array([3.0, 1.0, 3.0, 2.0])).tolist() == [3.5, 1.0, 3.5, 2.0]
    # Ranks 1 2 3 4 and 2 1 4 3: 1 - 6 * 4 / (4 * 15)
    assert rank_correlation(np.array([1.0, 2.0, 3.0, 4.0]), np.array([5.0, 4.0, 9.0, 8.0])) == pytest.approx(0.6)
    # Agreed 3 of 4; by chance 2/4 * 1/4 + 2/4 * 3/4 = 1/2.
    assert kappa(["a", "a", "b", "b"], ["a", "b", "b", "b"]) == pytest.approx(0.5)
    # Of six pairs four are in order, and one is equal.
    assert area_between(np.array([2.0, 3.0]), np.array([1.0, 2.0, 2.5])) == pytest.approx((4 + 0.5) / 6)


def test_halves_that_turn_the_order_round_agree_in_nothing() -> None:
    kinds = [
        HalvesOfKind(0, name, at, 1.0 - at, ("well", "hardly")) for name, at in (("a", 0.1), ("b", 0.5), ("c", 0.9))
    ]
    found = again_of("sounds", kinds)
    assert found is not None
    assert (found.kinds, found.correlation.value, found.agreed.value) == (3, pytest.approx(-1.0), 0.0)
    assert again_of("sounds", kinds[:2]) is None


def test_what_is_planted_counts_by_its_place() -> None:
    # Two draws of two among 102: first and second; 40th and 101st.
    places = (1, 2, 40, 101)
    found = alone_of([PlantedSound(f"kind {at}", at, 102) for at in places], draws=2)
    assert {count: own.value for count, own in found.found.items()} == {30: 0.5, 50: 0.75}
    assert found.precision[50] == pytest.approx(0.75 * 2 / 50)
    # Of the hundred others none, none, 39 and 99 are farther.
    assert found.area.value == pytest.approx(1.0 - (0 + 0 + 0.39 + 0.99) / 4)


def test_lines_are_judged_there_and_gone() -> None:
    found = missing_of(
        [
            CaptionPair("dog", Coverage.THERE, Coverage.NONE, (0.9, 0.05), (0.3, 0.4)),
            CaptionPair("cat", Coverage.THERE, Coverage.THIN, (0.5, 0.15), (0.5, 0.2)),
            CaptionPair("cow", Coverage.NONE, Coverage.THERE, (0.04, 0.3), (0.6, 0.2)),
        ]
    )
    assert (found.called.value, found.told.value, found.balanced.value) == pytest.approx((1 / 3, 1 / 3, 1 / 2))
    assert (found.thin_called.value, found.thin_told.value) == pytest.approx((1 / 3, 2 / 3))
    # 0.9 and 0.5 are above all three, 0.04 above none.
    assert found.area.value == pytest.approx(6 / 9)
    assert found.cosine_area.value == pytest.approx(8 / 9)


def test_the_command_finds_what_is_planted_and_what_was_left_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(self_test, "PLANTED", 1)
    pack = make_tiny_pack(tmp_path / "tiny")
    words = ["lacking", "--data", str(make_named_corpus(tmp_path / "data")), "--pack", str(pack)]
    assert main([*words, "--workers", "1", "--seeds", "2", "--json"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert record["clips"] == 121
    assert [one["halves"] for one in record["again"]] == ["sounds", "recordings"]
    # Each sound is a recording of its own, so both are the same halves; the dogs are hardly found in either.
    sounds, recordings = record["again"]
    assert sounds | {"halves": ""} == recordings | {"halves": ""}
    assert sounds["kinds"] == 5 and sounds["agreed"]["value"] >= 0.8
    alone = record["alone"]
    # The noise is the one kind that no other clip is of, and is near nothing.
    assert (alone["library"], alone["draws"], alone["area"]["value"]) == (121, 2, 1.0)
    missing = record["missing"]
    assert missing["captions"] == 6
    assert missing["told"]["value"] > missing["called"]["value"]
    assert missing["area"]["value"] > 0.9
