"""Captions joined into one that a reader would accept."""

import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from training.data.caption_joining import Form, Manner, form_of, join_captions

MANNERS = st.sampled_from(Manner)
CAPTIONS = st.sampled_from(
    [
        "A dog is barking.",
        "rain on a roof",
        "birds chirp",
        "water dripping",
        "TV noise",
        "a door closes",
        "Waves roll in",
    ]
)
SEEDS = st.integers(0, 2**32 - 1)


def all_joined(captions: list[str], manner: Manner, levels_db: tuple[float, ...] = ()) -> set[str]:
    return {join_captions(captions, manner, np.random.default_rng(seed), levels_db) for seed in range(200)}


@pytest.mark.parametrize(
    ("caption", "form"),
    [
        ("A dog is barking loudly.", Form.SENTENCE),
        ("a door closes with a bang", Form.SENTENCE),
        ("Someone walks on gravel", Form.SENTENCE),
        ("there are birds in the trees", Form.SENTENCE),
        ("a low electric hum", Form.NAME),
        ("water dripping into a bucket", Form.NAME),
        ("a gas burner in a kitchen", Form.NAME),
        ("birds chirp", Form.UNSURE),
        ("a group of people talk", Form.UNSURE),
        ("a dog in the park barks", Form.UNSURE),
        ("a machine that is humming", Form.UNSURE),
        ("an audience applauded", Form.UNSURE),
    ],
)
def test_sentences_and_names_are_told_apart(caption: str, form: Form) -> None:
    assert form_of(caption) is form


def test_while_is_followed_by_a_sentence_only() -> None:
    assert "rain on a roof while a door closes" not in all_joined(["rain on a roof", "a door closes"], Manner.AT_ONCE)
    assert "a low hum while a door closes" in all_joined(["a low hum", "a door closes"], Manner.AT_ONCE)
    joined = all_joined(["a door closes", "a low hum"], Manner.AT_ONCE)
    assert not {text for text in joined if re.search(r"\b(?:while|as) a low hum", text)}
    assert "a door closes together with a low hum" in joined


def test_followed_by_is_followed_by_a_name_only() -> None:
    joined = all_joined(["a low hum", "a door closes"], Manner.IN_TURN)
    assert not {text for text in joined if "followed by" in text}
    assert "a door closes followed by a low hum" in all_joined(["a door closes", "a low hum"], Manner.IN_TURN)


def test_what_cannot_be_told_gets_words_that_take_either() -> None:
    assert all_joined(["birds chirp", "people talk"], Manner.IN_TURN) == {
        "birds chirp, then people talk",
        "birds chirp, and then people talk",
        "first birds chirp, then people talk",
        "birds chirp, and afterwards people talk",
    }


def test_only_a_quieter_sound_is_in_the_background() -> None:
    captions = ["a low hum", "a loud bang"]
    assert not {text for text in all_joined(captions, Manner.AT_ONCE, (0.0, -2.0)) if "background" in text}
    behind = {text for text in all_joined(captions, Manner.AT_ONCE, (0.0, 6.0)) if "background" in text}
    assert behind == {
        "a loud bang with a low hum in the background",
        "a loud bang, and in the background a low hum",
    }


def test_capitals_and_full_stops_are_those_of_one_sentence() -> None:
    joined = all_joined(["A dog is barking.", "TV noise.", "The wind blows."], Manner.IN_TURN)
    assert "First a dog is barking, then TV noise, and then the wind blows." in joined
    assert all(text[0].isupper() and text.endswith(".") and text.count(".") == 1 for text in joined)


def test_after_turns_the_order_of_words_and_not_of_sounds() -> None:
    joined = all_joined(["a door closes", "a dog barks"], Manner.IN_TURN)
    assert {"a dog barks after a door closes", "a door closes before a dog barks"} <= joined
    assert "a door closes after a dog barks" not in joined


@settings(deadline=None)
@given(st.lists(CAPTIONS, min_size=2, max_size=3), MANNERS, SEEDS)
def test_every_caption_is_in_the_joined_one_once(captions: list[str], manner: Manner, seed: int) -> None:
    joined = join_captions(captions, manner, np.random.default_rng(seed), (0.0,) * len(captions))
    words = " ".join(captions).replace(".", "").lower().split()
    found = re.findall(r"\w+", joined.lower())
    assert all(found.count(word) >= words.count(word) for word in words)
    assert joined == join_captions(captions, manner, np.random.default_rng(seed), (0.0,) * len(captions))
