"""A LIST chunk of texts, byte by byte."""

import struct

import pytest

from engine.features.metadata_edits.info_list import with_texts


def entry(name: bytes, raw: bytes, order: str = "<") -> bytes:
    """Name, size, text; a byte more where the text is odd."""
    return name + struct.pack(order + "I", len(raw)) + raw + b"\0" * (len(raw) % 2)


OLD = entry(b"ICRD", b"2001\0")  # five bytes and one to make them even
ODD = entry(b"Iodd", b"ab\0")


@pytest.mark.parametrize("order", ["<", ">"])
def test_a_text_takes_the_place_of_its_entry_and_a_new_one_comes_last(order: str) -> None:
    old, other = entry(b"ICRD", b"2001\0", order), entry(b"ICMT", b"x\0", order)
    found = with_texts(b"INFO" + old + other, {b"ICRD": "2020-5", b"INAM": "door"}, order)
    assert found == b"INFO" + entry(b"ICRD", b"2020-5\0", order) + other + entry(b"INAM", b"door\0", order)


@pytest.mark.parametrize("texts", [{b"ICRD": ""}, {b"ICRD": "", b"INAM": ""}])
def test_an_empty_text_takes_its_entry_out(texts: dict[bytes, str]) -> None:
    assert with_texts(b"INFO" + OLD + ODD, texts) == b"INFO" + ODD


def test_of_entries_of_one_name_that_is_written_one_stays() -> None:
    content = b"INFO" + OLD + ODD + entry(b"ICRD", b"1999\0") + ODD
    assert with_texts(content, {b"ICRD": "2001"}) == b"INFO" + OLD + ODD + ODD


@pytest.mark.parametrize("rest", [b"", b"tail", b"abcdefg", entry(b"ICMT", b"0123456789")[:-4]])
def test_what_is_cut_off_behind_the_entries_stays(rest: bytes) -> None:
    for first in (entry(b"Iold", b""), OLD):
        content = b"INFO" + first + rest
        assert with_texts(content, {b"ICRD": "2001"})
        kept = with_texts(content, {b"INAM": "door"})
        assert kept is not None and kept.startswith(b"INFO" + first) and rest[:4] in kept
        assert kept.replace(entry(b"INAM", b"door\0"), b"") == content


def test_zeros_behind_the_entries_are_dropped() -> None:
    assert with_texts(b"INFO" + OLD + b"\0\0\0", {b"ICRD": "2001"}) == b"INFO" + OLD


@pytest.mark.parametrize(
    ("content", "texts", "found"),
    [(None, {}, None), (None, {b"ICRD": ""}, None), (None, {b"ICRD": "2001"}, b"INFO" + OLD), (b"INFO", {}, b"INFO")],
)
def test_a_list_is_made_only_for_what_there_is_to_say(
    content: bytes | None, texts: dict[bytes, str], found: bytes | None
) -> None:
    assert with_texts(content, texts) == found
