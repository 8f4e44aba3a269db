"""What was measured of a pack goes into its card, and the cards make docs/starter.md."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from engine.models.pack import load_pack
from tests.helpers.tiny_pack import make_tiny_pack
from tests.training.test_listening import clip
from training.cli.main import main
from training.evaluation.figures import score_queries
from training.evaluation.honesty import honesty_of
from training.evaluation.library import EngineHit
from training.evaluation.named_files import names_of
from training.evaluation.robustness import ChangeFigure, Robustness
from training.evaluation.table import pack_table
from training.export.card_sections import joined, sections, with_sections
from training.export.card_tables import cannot_hear, cost
from training.measures.bootstrap import Difference, Interval
from training.measures.caption_queries import CaptionQuery, queries_of

CLIPS = [clip("a", "dog", "a dog barks", "woof"), clip("b", "cat", "purr", "meow")]


def table(pack_id: str, split: str) -> dict[str, Any]:
    queries = queries_of(CLIPS)
    right = [query.relevant for query in queries]
    # "a dog barks", "meow", "purr", "woof": the cat is not found
    clusters, categories = [query.cluster for query in queries], ["pets"] * 4
    scores = score_queries([[0], [0], [0], [0]], right, clusters, categories)
    found = pack_table("tiny", scores, queries, CLIPS, [CLIPS[0]]).record()
    names = names_of({way: scores for way in ("fused", "sound", "keywords", "names")}, 2).record()
    heard = {"confidence": "weak", "caption": "woof"}
    return {
        "measure": "pack",
        "parts": [f"earshot:{split}"],
        "pack_id": pack_id,
        **found,
        "names": names,
        "everyday": [{"query": "terrier", "heard": [heard]}],
    }


def test_sections_are_exchanged_added_before_the_limits_and_else_kept() -> None:
    card = "# a 1\n\nIntro.\n\n## One\n\n1\n\n## Limits\n\n- none\n"
    assert joined(sections(card)) == card
    expected = "# a 1\n\nIntro.\n\n## One\n\none\n\n## Two\n\ntwo\n\n## Limits\n\n- none\n"
    assert with_sections(card, {"Two": "two", "One": "one"}) == expected


def test_what_it_cannot_hear_comes_from_the_figures() -> None:
    lines = [
        {"category": name, "clusters": kinds, "map10": {"value": value}, "recall10": {"value": value}}
        for name, kinds, value in (("wind", 5, 0.2), ("rail", 9, 0.1), ("few", 4, 0.0))
    ]
    said = cannot_hear({"categories": lines, "unfound": ["tram"]}, "val")
    assert "rail (0.100, R@10 0.10); wind (0.200, R@10 0.20)." in said
    assert "few" not in said
    assert "`tram`" in said


def test_the_cost_is_time_and_energy_with_its_assumption() -> None:
    # Two threads for an hour: 7200 CPU seconds, two core hours at 15 W
    said = cost(100, 60.0, 2, 4, "cpu", has_teachers=False)
    assert "At most 7200 CPU seconds; energy at most about 30 Wh, assuming 15 W" in said


def test_records_fill_the_card_and_the_pack_stays_the_same(tmp_path: Path) -> None:
    pack = make_tiny_pack(tmp_path / "tiny")
    before = load_pack(pack).info
    paths = []
    changed = (ChangeFigure("reverb", Interval(0.4, 0.3, 0.5), Difference(-0.1, -0.2, 0.0, 0.1), 0.2, 0),)
    robust = Robustness(2, 4, Interval(0.5, 0.4, 0.6), changed).record()
    honest = honesty_of(
        [CaptionQuery("bark", frozenset({0}))], [[EngineHit(0, "strong"), EngineHit(1, "weak")]], 2
    ).record()
    records = [table(before.pack_id, "val"), table(before.pack_id, "test")]
    records += [{"parts": ["earshot:test"], "pack": "tiny", **part} for part in (robust, honest)]
    for place, record in enumerate(records):
        paths += ["--measured", str(tmp_path / f"{place}.json")]
        Path(paths[-1]).write_text(json.dumps(record), encoding="utf-8")
    speed = tmp_path / "speed.txt"
    speed.write_text("tiny 900 x\n", encoding="utf-8")
    words = ["evaluate-card", "--pack", str(pack), *paths, "--speed", str(speed), "--cpu-s", "3600"]
    assert main(words) == 0
    after = load_pack(pack).info
    assert (after.pack_id, after.metrics) == (before.pack_id, before.metrics)
    found = sections((pack / "MODEL_CARD.md").read_text(encoding="utf-8"))
    assert "| all captions: 4 | 2 | tiny | 0.500 (" in found["How good it is"]
    assert "| pets | 4, 2 | 0.500 | 0.500 | 4, 2 | 0.500 | 0.500 |" in found["By category"]
    assert "`cat`" in found["What it cannot hear"]
    assert "| sound alone | 0.500" in found["With the names that files had"]
    assert "| terrier | woof (weak) |" in found["In words that training has not"]
    assert "-20.0 % !" in found["Changed files"]
    assert "| first hit strong: right | 1.000 (1.000 to 1.000) | 1 | at least 0.85 |" in found["What strong is worth"]
    assert found["Speed"] == "    tiny 900 x"
    assert "3600 CPU seconds: some 15 Wh" in found["What it cost"]


def test_a_record_of_another_pack_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pack, path = make_tiny_pack(tmp_path / "tiny"), tmp_path / "test.json"
    path.write_text(json.dumps(table("0" * 32, "test")), encoding="utf-8")
    assert main(["evaluate-card", "--pack", str(pack), "--measured", str(path)]) == 1
    path.write_text("[]", encoding="utf-8")
    assert main(["evaluate-card", "--pack", str(pack), "--measured", str(path)]) == 1
    said = capsys.readouterr().err
    assert "was measured of another pack" in said
    assert "is no record of a measurement" in said


def test_the_page_shows_every_pack_and_what_was_tried(tmp_path: Path) -> None:
    packs = [make_tiny_pack(tmp_path / name) for name in ("one", "two")]
    trials, out = tmp_path / "trials.csv", tmp_path / "page.md"
    trials.write_text(
        "name,change,seed,steps,minutes,cpu,val_map10,val_r1,val_r10,left_out_map10\n"
        "wide,96|192 wide,1,100,3,350,0.21234,0.2,0.5,\n",
        encoding="utf-8",
    )
    words = ["evaluate-page", "--pack", str(packs[0]), "--pack", str(packs[1]), "--out", str(out)]
    assert main([*words, "--trials", str(trials)]) == 0
    page = out.read_text(encoding="utf-8")
    assert "| wide | 96/192 wide | 1 | 100 | 3 | 350 | 0.2123 | 0.2000 | 0.5000 | - |" in page
    assert page.count("\n## ") >= 3
    assert "evaluate-pack --data DIR" in page
    trials.write_text("name,change\n", encoding="utf-8")
    assert main([*words, "--trials", str(trials)]) == 1
    assert out.read_text(encoding="utf-8") == page


def test_records_are_plain_json() -> None:
    assert json.loads(json.dumps(asdict(Interval(0.1, 0.0, 0.2)))) == {"value": 0.1, "low": 0.0, "high": 0.2}
