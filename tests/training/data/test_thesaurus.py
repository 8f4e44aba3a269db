"""What may stand for what in a caption."""

import json
from pathlib import Path

import pytest

from training.data.corpus import CorpusError
from training.data.thesaurus import StandIn, Thesaurus, thesaurus


def ontology(path: Path, *names: str) -> Path:
    path.write_text(json.dumps([{"id": name, "name": name} for name in names]), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("caption", "other"),
    [
        ("a car passes", "an automobile passes"),
        ("An automobile passes", "A car passes"),
        ("wooden thuds", "wooden thumps"),
        ("babies laugh", "infants laugh"),
        ("paper being ripped", "paper being torn"),
        ("Footsteps on snow", "Footfalls on snow"),
        ("men singing", "guys singing"),
    ],
)
def test_one_phrase_is_replaced_in_its_form_and_articles_follow(caption: str, other: str) -> None:
    assert other in thesaurus().reword(caption)


@pytest.mark.parametrize(
    "caption",
    [
        "a cart passes",  # no whole word
        "a machine gun",
        "playing in tune",
        "a sea lion barking",
        "tuning a string",  # "tune" is no verb here
        "a carpet",
        "violin-like tone",
    ],
)
def test_what_means_something_else_stays(caption: str) -> None:
    assert thesaurus().reword(caption) == ()


def test_some_words_need_others_beside_them() -> None:
    assert thesaurus().reword("dishes rattle") == ("dishes clatter",)
    assert thesaurus().reword("the rattle of a snake") == ("the rattle of a serpent",)


def test_a_direction_is_kept() -> None:
    assert "a boat" not in thesaurus().reword("a vessel")
    assert thesaurus().reword("a boat") == ("a vessel",)


def test_several_phrases_are_replaced_one_at_a_time_from_left_to_right() -> None:
    words = Thesaurus([StandIn("cat", "tomcat"), StandIn("dog", "hound")])
    assert words.reword("cat and dog") == ("tomcat and dog", "cat and hound")


def test_the_names_of_audioset_add_to_ucs(tmp_path: Path) -> None:
    assert thesaurus().reword("male speech") == ()
    both = thesaurus(ontology(tmp_path / "o.json", "Male speech, man speaking", "Chicken, rooster", "Bark"))
    assert both.reword("male speech") == ("man speaking",)
    assert both.reword("a rooster") == ()  # their name joins two birds


def test_what_is_no_ontology_is_named(tmp_path: Path) -> None:
    wrong = tmp_path / "o.json"
    wrong.write_text("[1]", encoding="utf-8")
    with pytest.raises(CorpusError, match="no AudioSet ontology"):
        thesaurus(wrong)
