"""Captions widened by WordNet and AudioSet's tree, with the real MiniLM and a small WordNet."""

import json
from functools import partial
from pathlib import Path

import pytest

from tests.training.corpora import make_corpus
from tests.training.data.small_wordnet import make_wordnet
from training.cli.commands.synonyms import encoding, pieces
from training.cli.main import main
from training.data.audioset_ontology import audioset_tree
from training.data.corpus import CorpusError
from training.data.paraphrase import VariantRequest
from training.data.variants import read_variants
from training.data.wordnet import PartOfSpeech, WordNet
from training.data.wordnet_variants import Encode, WideningConfig, WordNetVariants
from training.towers.minilm import MiniLmConfig, MiniLmEncoder

DOG = VariantRequest("a dog barks", ("dog bark", "dog"))
SAUSAGE = VariantRequest("a hot dog with mustard, minced beef sausage", ("dog", "sausage"))


@pytest.fixture(scope="module")
def minilm() -> MiniLmEncoder:
    return MiniLmConfig().build()


@pytest.fixture(scope="module")
def encode(minilm: MiniLmEncoder) -> Encode:
    return encoding(minilm)


@pytest.fixture
def words(tmp_path: Path) -> WordNet:
    return WordNet(make_wordnet(tmp_path / "wordnet"))


def widened(
    words: WordNet, encode: Encode, minilm: MiniLmEncoder, request: VariantRequest, **settings: float
) -> list[str]:
    config = WideningConfig(most=20, **settings)  # type: ignore[arg-type]
    (changes,) = WordNetVariants(words, [], encode, partial(pieces, minilm), config).widen([request])
    return [change.text for change in changes]


def test_wordnet_knows_senses_what_is_broader_and_what_narrower(words: WordNet) -> None:
    first, second = words.senses("dogs", PartOfSpeech.NOUN)
    assert first.words == ("dog", "domestic dog")
    assert first.gloss == "a domesticated animal that barks"
    assert [words.sense(place, PartOfSpeech.NOUN).words[0] for place in first.broader] == ["animal"]
    assert [words.sense(place, PartOfSpeech.NOUN).words[0] for place in first.narrower] == [
        "hunting dog",
        "basenji",
        "cur",
    ]
    assert second.words[0] == "frank"
    assert words.first_forms("geese", PartOfSpeech.NOUN) == ("goose",)
    assert words.first_forms("barking", PartOfSpeech.VERB) == ("bark",)
    assert words.senses("unheardof", PartOfSpeech.NOUN) == []


def test_a_folder_without_wordnet_says_where_it_is_to_be_had(tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match="no WordNet") as refused:
        WordNet(tmp_path)
    assert "wordnet-base" in str(refused.value.advice)


def test_what_a_caption_names_gives_way_to_narrower_words(
    words: WordNet, encode: Encode, minilm: MiniLmEncoder
) -> None:
    found = widened(words, encode, minilm, DOG)
    assert "a terrier barks" in found
    assert "a dog yelps" in found
    assert "a dog barks" not in found


def test_no_rude_word_no_rare_one_and_no_other_sense_comes_into_a_caption(
    words: WordNet, encode: Encode, minilm: MiniLmEncoder
) -> None:
    said = " ".join(widened(words, encode, minilm, DOG))
    assert "cur " not in said
    assert "basenji" not in said
    assert "frank" not in said
    assert widened(words, encode, minilm, SAUSAGE) == []


def test_a_word_that_no_tag_has_stays(words: WordNet, encode: Encode, minilm: MiniLmEncoder) -> None:
    assert widened(words, encode, minilm, VariantRequest("a dog barks", ("animal noise",))) == []


def test_the_same_seed_gives_the_same_texts_and_the_limit_holds(
    words: WordNet, encode: Encode, minilm: MiniLmEncoder
) -> None:
    assert widened(words, encode, minilm, DOG, seed=3) == widened(words, encode, minilm, DOG, seed=3)
    (changes,) = WordNetVariants(words, [], encode, partial(pieces, minilm), WideningConfig(most=1)).widen([DOG])
    assert len(changes) == 1


def test_what_a_leaf_of_audioset_says_of_itself_is_a_caption(
    tmp_path: Path, words: WordNet, encode: Encode, minilm: MiniLmEncoder
) -> None:
    rows = [
        {"name": "Chewing, mastication", "description": "Food being crushed by teeth.", "child_ids": []},
        {"name": "Animal", "description": "All sound produced by non-human animals.", "child_ids": ["/m/1"]},
    ]
    path = tmp_path / "ontology.json"
    path.write_text(json.dumps(rows), encoding="utf-8")
    request = VariantRequest("someone chews food", ("chewing", "animal"))
    widener = WordNetVariants(words, audioset_tree(path), encode, partial(pieces, minilm), WideningConfig())
    assert [[change.text for change in row] for row in widener.widen([request])] == [["food being crushed by teeth"]]


def test_the_command_writes_what_training_reads_and_shows_examples(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data, out = make_corpus(tmp_path / "data"), tmp_path / "variants.jsonl"
    meta = data / "meta.jsonl"
    text = meta.read_text(encoding="utf-8").replace("a low electric hum", "a dog barks")
    meta.write_text(text.replace('["hum"]', '["dog", "bark"]'), encoding="utf-8")
    words = ["synonyms", "--data", str(data), "--part", "earshot:train"]
    wide = ["--wordnet", str(make_wordnet(tmp_path / "wordnet"))]
    assert main([*words, *wide, "--out", str(out)]) == 0
    assert "a terrier barks" in read_variants(out).of("a dog barks", ("dog", "bark"))
    written = out.read_bytes()
    assert main([*words, *wide, "--out", str(out)]) == 0
    assert out.read_bytes() == written
    capsys.readouterr()
    assert main([*words, *wide, "--examples", "20"]) == 0
    assert "a terrier barks (dog > terrier)" in capsys.readouterr().out
    assert main([*words, "--examples", "2"]) == 1
