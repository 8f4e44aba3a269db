"""Names by a pattern: whatever texts files have, a name that any system takes, with its number."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.base.errors import TransferError
from engine.base.types import FilePath, SoundMetadata
from engine.transfer.name_patterns import MOST_BYTES, TOKENS, check_pattern, stem_of, texts_of

WORDS = tuple(token for token in TOKENS if token != "n")
PARTS = st.one_of(
    st.sampled_from([f"{{{token}}}" for token in WORDS]), st.sampled_from([" ", "_", "-", ".", "ä", "Take "])
)


@given(
    parts=st.lists(PARTS, max_size=8),
    texts=st.dictionaries(st.sampled_from(WORDS), st.text(max_size=300), max_size=len(WORDS)),
    number=st.integers(1, 100_000),
)
def test_any_texts_give_a_name_that_is_bounded_in_bytes_and_keeps_its_number(
    parts: list[str], texts: dict[str, str], number: int
) -> None:
    pattern = "".join(parts) + " {n:03}"
    check_pattern(pattern)
    name = stem_of(pattern, texts, number)
    assert 0 < len(name.encode()) <= MOST_BYTES
    assert name.endswith(f"{number:03d}")
    assert not set(name) & set('/\\:*?"<>|\0\n') and name not in (".", "..")
    assert Path(name).name == name


def test_the_longest_text_is_shortened_and_not_what_stands_behind_it() -> None:
    name = stem_of("{CatID}_{FXName}_{n:03}", {"CatID": "DOORWood", "FXName": "Ä" * 400}, 7)
    assert name.startswith("DOORWood_ÄÄÄ") and name.endswith("Ä_007")
    assert MOST_BYTES - 2 <= len(name.encode()) <= MOST_BYTES


def test_a_sound_says_its_own_words() -> None:
    fields = {"ixml.SCENE": "12A", "ixml.TAKE": "3", "bext.OriginationDate": "2026-11-21"}
    metadata = SoundMetadata(ucs_id="DOORWood", fields=fields)
    path = FilePath.of(Path("/sounds/DOORWood_Creak Slow_ABC_Lib.wav"))
    texts = texts_of(path, metadata, 3.25)
    pattern = "{CatID}_{FXName}_{scene}-{take} {date} {time} {n}"
    assert stem_of(pattern, texts, 4) == "DOORWood_Creak Slow_12A-3 2026-11-21 0m03.250 4"


def test_what_is_missing_leaves_no_separators_at_the_ends() -> None:
    assert stem_of("{scene}_{take} - {name}", {"name": "rain"}, 1) == "rain"
    assert stem_of("{scene}", {}, 1) == "sound"


def test_a_text_with_a_path_in_it_makes_none() -> None:
    assert stem_of("{name}", {"name": "../../etc/passwd"}, 1) == "etc_passwd"
    assert stem_of("{cue}", {"cue": "CON"}, 1) == "_CON"


@pytest.mark.parametrize("pattern", ["{nam}", "{name:03}", "{n:x}", "{name", "name}", "{}", "x" * 200])
def test_a_pattern_that_cannot_be_filled_is_refused(pattern: str) -> None:
    with pytest.raises(TransferError):
        check_pattern(pattern)
