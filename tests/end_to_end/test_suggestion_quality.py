"""How often suggestions are right on real sounds of the corpus's test split, and whether they are as sure as they say.

`ucs_kinds.json` names the categories that a cataloguer would accept for a kind of sound.
"""

import fnmatch
import json
import os
from pathlib import Path

import numpy as np
import pytest

from engine.audio.analysis import analysis
from engine.base.types import FilePath, SoundMetadata
from engine.ingest.name_text import name_text
from engine.library.suggestions import SoundVectors, Suggester, Suggestion
from engine.models.encoder import AudioEncoder, TextEncoder
from engine.models.pack import default_pack, load_pack
from engine.store.catalogue import Catalogue
from tests.helpers.recorded import corpus_folder

EVERY = 5
"""One in so many clips is taken; EARSHOT_ALL_CLIPS=1 takes all, for the figures of category_suggestions."""


def accepted(kind: str, kinds: dict[str, list[str]]) -> set[str]:
    return set(next((ids for pattern, ids in kinds.items() if fnmatch.fnmatchcase(kind, pattern)), []))


def right(answers: list[tuple[Suggestion, ...]], wanted: list[set[str]], first: int) -> float:
    found = [
        any(one.category.cat_id in ids for one in answer[:first]) for answer, ids in zip(answers, wanted, strict=True)
    ]
    return sum(found) / len(found)


@pytest.mark.timeout(600)
def test_suggestions_on_unseen_sounds(tmp_path: Path) -> None:
    data = corpus_folder()
    if data is None:
        pytest.skip("EARSHOT_DATA does not name the corpus (docs say how `earshot-train corpus fetch` rebuilds it)")
    kinds = json.loads((Path(__file__).parent / "ucs_kinds.json").read_text(encoding="utf-8"))["kinds"]
    rows = [json.loads(line) for line in (data / "meta.jsonl").read_text(encoding="utf-8").splitlines()]
    rows = [row for row in rows if row["split"] == "test" and accepted(row["kind"], kinds)]
    rows = rows[:: 1 if os.environ.get("EARSHOT_ALL_CLIPS") else EVERY]
    pack = load_pack(default_pack())
    audio, text = AudioEncoder(pack, "cpu"), TextEncoder(pack)
    sounds, texts = [], []
    for row in rows:
        with analysis(FilePath.of(data / row["file"]), pack.info.plan) as sound:
            mean = audio.encode_segments(list(sound.segments())).mean(axis=0)
        sounds.append(mean / np.linalg.norm(mean))
        path = FilePath.of(Path("/library") / row["source"] / row["original_path"])
        texts.append(name_text(path, FilePath(b"/library"), SoundMetadata()))
    names = text.encode(texts).sentence
    with Catalogue.open(tmp_path):
        pass
    suggester = Suggester.open(tmp_path)
    assert suggester is not None
    wanted = [accepted(row["kind"], kinds) for row in rows]
    ids, heard = np.arange(len(rows)), np.stack(sounds)
    both = suggester.suggest(SoundVectors(ids, heard, names, tuple(texts)))
    alone = suggester.suggest(SoundVectors(ids, heard, np.zeros_like(names), ("",) * len(rows)))
    figures = {
        "both": (right(both, wanted, 1), right(both, wanted, 5)),
        "sound": (right(alone, wanted, 1), right(alone, wanted, 5)),
    }
    said = np.array([one.confidence for answer in both for one in answer])
    was = np.array([one.category.cat_id in ids for answer, ids in zip(both, wanted, strict=True) for one in answer])
    for low, high in ((0.0, 0.2), (0.2, 0.4), (0.4, 0.6), (0.6, 1.0)):
        part = (said >= low) & (said < high)
        print(f"said {low} to {high}: {said[part].mean():.2f}, was {was[part].mean():.2f} of {part.sum()}")
    print(len(rows), "clips", figures)
    assert figures["both"][0] > 0.30 and figures["both"][1] > 0.58
    assert figures["sound"][0] > 0.11 and figures["sound"][1] > 0.27
    sure = said >= 0.5
    assert abs(said[sure].mean() - was[sure].mean()) < 0.2
    assert abs(said[~sure].mean() - was[~sure].mean()) < 0.05
