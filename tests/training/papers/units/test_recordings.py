"""Which recordings a part names, and what is read of them."""

from pathlib import Path

import numpy as np
import pytest
import soundfile

from tests.training.corpora import make_corpus
from tests.training.papers.units.small import RATE_HZ, make_fsdd, small_config
from training.data.corpus import CorpusError
from training.papers.units.recordings import hear, places_of, read_recordings, word_items


def test_a_part_names_speakers_or_all_others(tmp_path: Path) -> None:
    places = {"fsdd": make_fsdd(tmp_path, takes=1)}
    assert {each.speaker for each in read_recordings(["fsdd"], places)} == {"ann", "bob", "cid"}
    assert {each.speaker for each in read_recordings(["fsdd:ann+cid"], places)} == {"ann", "cid"}
    assert {each.speaker for each in read_recordings(["fsdd:-ann"], places)} == {"bob", "cid"}
    assert [each.word for each in read_recordings(["fsdd:bob"], places)] == ["0", "1", "2", "3"]


def test_the_challenges_folders_are_read_by_language_and_part(tmp_path: Path) -> None:
    folder = tmp_path / "english/train/voice"
    folder.mkdir(parents=True)
    for name in ("V001_0001", "V002_0001"):
        soundfile.write(folder / f"{name}.wav", np.zeros(800, dtype=np.float32), RATE_HZ)
    places = {"zerospeech2019": tmp_path}
    assert [each.speaker for each in read_recordings(["zerospeech2019:english/voice"], places)] == ["V001", "V002"]
    assert [each.id for each in read_recordings(["zerospeech2019:english/voice:V002"], places)] == ["V002_0001"]
    with pytest.raises(CorpusError, match="no part"):
        read_recordings(["zerospeech2019:english/parallel"], places)


def test_human_voices_of_the_starters_corpus_are_read(tmp_path: Path) -> None:
    data = make_corpus(tmp_path)
    meta = data / "meta.jsonl"
    lines = meta.read_text(encoding="utf-8").splitlines()
    lines[0] = lines[0].replace('"category": "tests"', '"category": "human voice"')
    meta.write_text("\n".join(lines) + "\n", encoding="utf-8")
    found = read_recordings(["earshot:train"], {"earshot": data})
    assert [(each.id, each.speaker) for each in found] == [("train-hum-0", "earshot-made")]


@pytest.mark.parametrize(
    ("part", "words"),
    [("fsdd:dora", "no speaker dora"), ("timit", "no corpus of speech"), ("spoken", "was not said")],
)
def test_what_is_not_there_is_named(part: str, words: str, tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match=words):
        read_recordings([part], {"fsdd": make_fsdd(tmp_path, takes=1)})


def test_data_without_a_name_is_refused() -> None:
    with pytest.raises(CorpusError, match="names no corpus of speech"):
        places_of(["/somewhere"])


def test_a_file_that_cannot_be_read_is_told_of_and_left_out(tmp_path: Path) -> None:
    folder = make_fsdd(tmp_path, takes=1)
    (folder / "0_ann_0.wav").write_bytes(b"nothing")
    told: list[str] = []
    config = small_config()
    sounds = hear(read_recordings(["fsdd:ann"], {"fsdd": folder}), config.features, told.append, trim=False)
    assert len(sounds) == 3 and "0_ann_0.wav" in told[0]
    # Half a second at a hundred frames a second, and the one at its end.
    assert sounds[0].features.shape == (51, config.features.width)
    assert [item.phone for item in word_items(sounds)] == ["1", "2", "3"]
