"""The starter pack finds real sounds by their captions, measured through `earshot index` and `earshot search`."""

from pathlib import Path

import pytest

from engine.models.pack import default_pack
from tests.helpers.recorded import corpus_folder

LEAST_MAP10 = 0.22


@pytest.fixture(scope="module")
def data() -> Path:
    folder = corpus_folder()
    if not folder:
        pytest.skip("EARSHOT_DATA does not name the corpus (docs say how `earshot-train corpus fetch` rebuilds it)")
    pytest.importorskip("torch", reason="the evaluation belongs to training: make setup-training")
    return folder


@pytest.mark.timeout(900)
def test_the_starter_pack_finds_unseen_sounds_by_their_captions(data: Path) -> None:
    from training.data.corpus import only, read_corpus
    from training.evaluation.retrieval import evaluate

    found = evaluate(default_pack(), only(read_corpus(data), "test"))
    print("\n".join(found.lines()))
    assert found.map10 >= LEAST_MAP10
    assert found.map10 > 3 * found.random_map10
