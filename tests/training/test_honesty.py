"""`earshot-train honesty`: strong is counted where nothing fits, where it is right and where wrong."""

import json
from pathlib import Path

import pytest

from engine.models.pack import default_pack
from tests.training.corpora import make_corpus
from training.cli.main import main
from training.data.corpus import only, read_corpus
from training.evaluation.honesty import honesty_of
from training.evaluation.library import EngineHit, IndexOptions, indexed
from training.measures.caption_queries import CaptionQuery, queries_of


def test_each_share_is_of_the_queries_it_speaks_of() -> None:
    # Five sounds. "bark": right and strong, the next best is strong too. "purr": right, but fair; without it weak.
    # "rain": strong and wrong. "wind": found by nobody.
    queries = [
        CaptionQuery("bark", frozenset({0}), "dog"),
        CaptionQuery("purr", frozenset({1}), "cat"),
        CaptionQuery("rain", frozenset({2, 3}), "rain"),
        CaptionQuery("wind", frozenset({4}), "wind"),
    ]
    found = [
        [EngineHit(0, "strong"), EngineHit(3, "strong"), EngineHit(1, "weak")],
        [EngineHit(1, "fair"), EngineHit(0, "weak")],
        [EngineHit(0, "strong"), EngineHit(2, "strong"), EngineHit(3, "weak")],
        [],
    ]
    shares = honesty_of(queries, found, 5, [[EngineHit(0, "weak")], [EngineHit(0, "fair")]])
    counted = [(share.cases, share.measured.value if share.measured else None) for share in shares.shares]
    assert counted == [(4, 0.5), (2, 0.5), (2, 0.5), (4, 0.5), (2, 0.5)]
    assert [share.is_kept for share in shares.shares] == [False] * 5
    assert "too few" in "\n".join(shares.lines())


def test_a_pack_that_never_says_strong_has_no_precision() -> None:
    shares = honesty_of(
        [CaptionQuery("bark", frozenset({0}), "dog")], [[EngineHit(0, "weak"), EngineHit(1, "weak")]], 2
    )
    assert shares.right_when_strong.measured is None
    assert "no case" in shares.right_when_strong.line()
    assert not shares.strong_when_right.is_kept


def test_the_best_of_the_others_is_what_a_library_without_the_kind_shows(tmp_path: Path) -> None:
    clips = only(read_corpus(make_corpus(tmp_path)), "test")
    query = next(query for query in queries_of(clips) if query.text == "air hissing")
    rest = [row for row in range(len(clips)) if row not in query.relevant]
    with indexed(default_pack(), clips, by=IndexOptions(workers=1)) as library:
        others = [hit for hit in library.search([query.text], 10)[0] if hit.row not in query.relevant]
    with indexed(default_pack(), [clips[row] for row in rest], by=IndexOptions(workers=1)) as library:
        without = [EngineHit(rest[hit.row], hit.confidence) for hit in library.search([query.text], 10)[0]]
    assert others == without
    assert len(without) == 8


def test_the_command_asks_the_engine_and_prints_every_share(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["honesty", "--data", str(make_corpus(tmp_path)), "--json"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert (record["clips"], record["queries"], record["strong_without"]["cases"]) == (10, 13, 13)
    assert record["strong_when_right"]["bound"] == 0.55
    assert (record["marked_nonsense"]["cases"], record["marked_nonsense"]["measured"]["value"]) == (88, 0.0)
