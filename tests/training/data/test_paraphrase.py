"""The prompt for variants, the estimate, and which replies will do."""

import pytest

from tests.training.data.chat_server import variants_of
from tests.training.data.clips import clip
from training.data.paraphrase import BadReply, VariantRequest, estimate, requests_of, variants_in

TAPPING = "A person is making noise by tapping their fingernails on a solid surface."
GOOD = """\
1. The nails of a person tap a metal surface.
2. Fingernails produce a dull sound.
3. A person taps their nails on a solid, metal surface.
4. Someone's tapping fingernails make a noise.
5. Nails rhythmically strike a hard metal object.
"""


def test_the_prompt_holds_the_rules_the_caption_and_the_tags() -> None:
    (message,) = VariantRequest(TAPPING, ("dull", "metal")).messages()
    assert message["role"] == "user"
    assert message["content"].endswith(f"'{TAPPING}'\n[dull, metal]")
    rules = (
        "5 captions",
        "fewer than 20 words",
        "subject, a verb and an object",
        "cities",
        "times",
        "devices",
        '"heard"',
    )
    assert [rule for rule in rules if rule not in message["content"]] == []


def test_five_captions_come_back_without_their_indexes() -> None:
    found = variants_in(GOOD, TAPPING)
    assert len(found) == 5
    assert found[0] == "The nails of a person tap a metal surface."
    assert found[4] == "Nails rhythmically strike a hard metal object."


def test_quotes_stars_and_brackets_around_lines_are_taken_off() -> None:
    reply = GOOD.replace("1. The", '**1.** "The').replace("surface.\n2. ", 'surface."\n2) ').replace("3. ", " 3: ")
    assert variants_in(reply, TAPPING) == variants_in(GOOD, TAPPING)


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("5. Nails rhythmically strike a hard metal object.\n", "", "4 lines instead of 5"),
        ("1. The", "Here are five captions:\n1. The", "6 lines instead of 5"),
        ("3. A person", "A person", "line 3 does not begin with its index"),
        ("2. Fing", "3. Fing", "line 2 does not begin with its index"),
        ("Fingernails produce a dull sound.", "A dull sound is heard.", "caption 2 has 'heard'"),
        ("Fingernails produce a dull sound.", "A dull sound was Recorded.", "caption 2 has 'Recorded'"),
        ("Fingernails produce a dull sound.", "Nails make a sound at 10:45.", "caption 2 has '10:45'"),
        ("Fingernails produce a dull sound.", "A Tascam catches a sound.", "caption 2 has 'Tascam'"),
        ("Fingernails produce a dull sound.", "Dull.", "caption 2 has 1 words"),
        ("Fingernails produce a dull sound.", "A nail " + "very " * 17 + "softly.", "caption 2 has 20 words"),
        ("Fingernails produce a dull sound.", TAPPING.upper(), "original or comes twice"),
        ("Fingernails produce a dull sound.", "The nails of a person tap a metal surface!", "original or comes twice"),
    ],
)
def test_replies_that_break_a_rule_are_refused(old: str, new: str, reason: str) -> None:
    with pytest.raises(BadReply, match=reason):
        variants_in(GOOD.replace(old, new), TAPPING)


def test_nineteen_words_are_not_too_many() -> None:
    longest = "A nail " + "very " * 16 + "softly."
    assert variants_in(GOOD.replace("Fingernails produce a dull sound.", longest), TAPPING)[1] == longest.strip()


def test_each_caption_is_asked_for_once_with_each_list_of_tags() -> None:
    clips = [
        clip("one", "a hum", "a drone", keywords=("machine",)),
        clip("two", "a hum", keywords=("machine",)),
        clip("three", "a hum", keywords=("fridge",)),
    ]
    assert requests_of(clips) == [
        VariantRequest("a hum", ("machine",)),
        VariantRequest("a drone", ("machine",)),
        VariantRequest("a hum", ("fridge",)),
    ]


def test_another_model_or_other_tags_are_other_requests() -> None:
    keys = {
        VariantRequest("a hum", ("machine",)).key("small"),
        VariantRequest("a hum", ("machine",)).key("large"),
        VariantRequest("a hum", ()).key("small"),
    }
    assert len(keys) == 3


def test_the_estimate_counts_prompt_and_replies() -> None:
    request = VariantRequest("a hum", ())
    (message,) = request.messages()
    found = estimate([request] * 1000)
    assert found.requests == 1000
    assert found.input_tokens == pytest.approx(1000 * (len(message["content"]) / 4 + 8), rel=0.01)
    assert found.output_tokens == 100_000
    # A million tokens in at 0.5 and out at 1.5: 0.1 million out cost 0.15.
    assert found.cost(0.0, 1.5) == pytest.approx(0.15)


def test_the_stub_replies_by_the_rules() -> None:
    assert len(variants_in(variants_of("a hum"), "a hum")) == 5
