"""Keys are spelt one way, however they are written."""

import pytest

from engine.audio.key_names import canonical, tonic_and_mode


@pytest.mark.parametrize(
    ("written", "spelt"),
    [
        ("F# minor", "F# minor"),
        ("Gbm", "F# minor"),
        ("f sharp min", "F# minor"),
        ("F♯m", "F# minor"),
        ("Bb", "A# major"),
        ("B♭ maj", "A# major"),
        ("bm", "B minor"),
        ("CM", "C major"),
        ("Cm", "C minor"),
        ("Cb", "B major"),
        ("E-dur", "E major"),
        ("a moll", "A minor"),
    ],
)
def test_a_key_has_one_spelling(written: str, spelt: str) -> None:
    assert canonical(written) == spelt


@pytest.mark.parametrize("text", ["", "H", "loud", "A# b", "C minorish", "11A"])
def test_other_words_are_no_keys(text: str) -> None:
    assert canonical(text) is None


def test_a_tonic_alone_says_nothing_of_its_mode() -> None:
    assert tonic_and_mode("Eb") == ("D#", "")
