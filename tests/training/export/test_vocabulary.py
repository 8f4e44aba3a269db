"""MiniLM with a smaller vocabulary: English gives the very vectors it gave before, other scripts are unknown words."""

import json

import pytest
import torch

from training.export.dual_encoder_system import for_english, is_reachable
from training.towers.minilm import MiniLmConfig, MiniLmEncoder

ENGLISH = [
    "a dog barking in the distance",
    "Café door, 5 £ – naïve façade: 20 °C, ½ speed",
    "don't -- it's 5 o'clock; RAIN!",
    "μ-law hiss at 8 kHz, 10 kΩ",
    "",
    "glockenspiel " * 60,
]


@pytest.fixture(scope="module")
def whole() -> MiniLmEncoder:
    return MiniLmConfig().build()


@pytest.fixture(scope="module")
def small(whole: MiniLmEncoder) -> MiniLmEncoder:
    return for_english(whole)


@pytest.mark.parametrize("text", ENGLISH)
def test_english_is_cut_and_read_as_before(whole: MiniLmEncoder, small: MiniLmEncoder, text: str) -> None:
    assert small.tokenizer.encode(text).tokens == whole.tokenizer.encode(text).tokens
    with torch.inference_mode():
        assert torch.equal(small(*small.tokens([text])), whole(*whole.tokens([text])))


def test_it_is_smaller_by_the_rows_that_nothing_reaches(whole: MiniLmEncoder, small: MiniLmEncoder) -> None:
    rows = small.encoder.bert.embeddings.word_embeddings.weight.shape[0]
    # 994 rows are called unused; grep counts some 1,300 pieces with letters that are neither Latin nor Greek.
    assert 994 + 1_200 < 30_522 - rows < 994 + 1_400
    assert len(json.loads(small.tokenizer.to_str())["model"]["vocab"]) == rows
    assert small.tokenizer.get_vocab_size() == rows


def test_another_script_is_an_unknown_word_and_still_a_text(small: MiniLmEncoder) -> None:
    assert small.tokenizer.encode("дождь rain").tokens == ["[CLS]", "[UNK]", "rain", "[SEP]"]
    with torch.inference_mode():
        assert torch.isfinite(small(*small.tokens(["雨の音"]))).all()


def test_signs_digits_and_greek_letters_stay() -> None:
    assert all(is_reachable(token) for token in ("##ing", "£", "½", "μ", "##²", "♭", "1990", "æ"))
    assert not any(is_reachable(token) for token in ("[unused7]", "雨", "##ы", "ع", "क"))
