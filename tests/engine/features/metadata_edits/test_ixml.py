"""iXML is edited in place: every byte that is not the wanted text stays."""

from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.base.errors import WriteRefused
from engine.features.metadata_edits.edit import NOT_XML
from engine.features.metadata_edits.ixml import IxmlPlace, with_texts

CATID, NOTES = ("USER", "CATID"), ("USER", "NOTES")


def test_one_text_is_exchanged_and_nothing_else() -> None:
    before = (
        b'<?xml version="1.0" encoding="UTF-8"?>\r\n<!-- of a recorder -->\r\n<BWFXML>\r\n\t'
        b'<SPEED a=">"><X>1</X></SPEED>'
        b"\r\n\t<USER>free words<CATID>RAIN</CATID>\r\n\t<![CDATA[<&]]></USER>\r\n</BWFXML>\r\n\0\0"
    )
    assert with_texts(before, {CATID: "DOORWood"}) == before.replace(b">RAIN<", b">DOORWood<")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (b"<BWFXML></BWFXML>", b"<BWFXML><USER>\n    <CATID>A</CATID>\n  </USER></BWFXML>"),
        (b"<BWFXML><USER/></BWFXML>", b"<BWFXML><USER><CATID>A</CATID></USER></BWFXML>"),
        (b"<BWFXML><USER></USER></BWFXML>", b"<BWFXML><USER><CATID>A</CATID></USER></BWFXML>"),
        (b"<BWFXML><USER><CATID/></USER></BWFXML>", b"<BWFXML><USER><CATID>A</CATID></USER></BWFXML>"),
        (
            b"<BWFXML>\n  <USER>\n    <X/>\n  </USER>\n</BWFXML>",
            b"<BWFXML>\n  <USER>\n    <X/>\n    <CATID>A</CATID>\n  </USER>\n</BWFXML>",
        ),
    ],
)  # fmt: skip
def test_a_text_that_was_not_there_is_put_in(before: bytes, after: bytes) -> None:
    assert with_texts(before, {CATID: "A"}) == after


def test_an_element_right_below_the_root_is_put_in_exchanged_and_taken_out() -> None:
    made = with_texts(b"<BWFXML>\n  <X/>\n</BWFXML>", {("SCENE",): "12A"})
    assert made == b"<BWFXML>\n  <X/>\n  <SCENE>12A</SCENE>\n</BWFXML>"
    assert with_texts(made, {("SCENE",): "7"}) == made.replace(b"12A", b"7")
    assert with_texts(made, {("SCENE",): ""}) == b"<BWFXML>\n  <X/>\n</BWFXML>"


def test_a_double_with_a_prefix_never_says_something_else() -> None:
    before = b"<BWFXML xmlns:BWF='u'><BWF:SCENE>1</BWF:SCENE><SCENE>1</SCENE></BWFXML>"
    assert with_texts(before, {("SCENE",): "12A"}) == before.replace(b">1<", b">12A<")
    assert with_texts(before, {("SCENE",): ""}) == b"<BWFXML xmlns:BWF='u'></BWFXML>"


TRACKS = (
    b"<BWFXML><TRACK_LIST>\n  <TRACK><CHANNEL_INDEX>3</CHANNEL_INDEX><NAME>Boom</NAME></TRACK>\n"
    b"  <TRACK><CHANNEL_INDEX>4</CHANNEL_INDEX></TRACK>\n</TRACK_LIST></BWFXML>"
)


def test_the_second_track_is_named_and_the_first_stays() -> None:
    place = ("TRACK_LIST", "TRACK[2]", "NAME")
    made = with_texts(TRACKS, {place: "Lav"})
    assert made == TRACKS.replace(b"4</CHANNEL_INDEX>", b"4</CHANNEL_INDEX><NAME>Lav</NAME>")
    assert with_texts(made, {place: "Plant"}) == made.replace(b"Lav", b"Plant")
    assert with_texts(made, {place: ""}) == TRACKS


def test_tracks_that_are_not_there_are_made() -> None:
    second: dict[IxmlPlace, str] = {("TRACK_LIST", "TRACK", "NAME"): "Boom", ("TRACK_LIST", "TRACK[2]", "NAME"): "Lav"}
    for before in (None, b"<BWFXML></BWFXML>", b"<BWFXML><TRACK_LIST/></BWFXML>"):
        made = with_texts(before, second)
        assert made is not None
        names = [track.findtext("NAME") for track in ElementTree.fromstring(made).findall("TRACK_LIST/TRACK")]
        assert names == ["Boom", "Lav"]


def test_an_empty_text_takes_the_element_out() -> None:
    before = b"<BWFXML>\n  <USER>\n    <CATID>A</CATID>\n    <X>1</X>\n  </USER>\n</BWFXML>"
    assert with_texts(before, {CATID: "", NOTES: ""}) == before.replace(b"\n    <CATID>A</CATID>", b"")


def test_where_there_is_nothing_and_nothing_to_say_nothing_is_made() -> None:
    assert with_texts(None, {CATID: ""}) is None
    made = with_texts(None, {CATID: "A"})
    assert made is not None and ElementTree.fromstring(made).findtext("USER/CATID") == "A"


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be", "utf-8"])
def test_a_document_keeps_its_byte_order_mark_and_encoding(encoding: str) -> None:
    text = '<?xml version="1.0"?><BWFXML><USER><NOTES>größer</NOTES></USER></BWFXML>'
    mark = "\ufeff".encode(encoding)
    assert with_texts(mark + text.encode(encoding), {NOTES: "naß"}) == mark + text.replace("größer", "naß").encode(
        encoding
    )


def test_a_declared_encoding_is_kept_and_what_it_lacks_is_refused() -> None:
    text = '<?xml version="1.0" encoding="ISO-8859-1"?><BWFXML><USER><NOTES>größer</NOTES></USER></BWFXML>'
    assert with_texts(text.encode("latin-1"), {NOTES: "naß"}) == text.replace("größer", "naß").encode("latin-1")
    with pytest.raises(WriteRefused, match="lacks some of these letters"):
        with_texts(text.encode("latin-1"), {NOTES: "雨"})


@pytest.mark.parametrize(
    "damaged",
    [
        b"<BWFXML><USER>", b"<BWFXML></USER></BWFXML>", b"no xml", b"\xff\xfe<", b'<?xml encoding="no-such"?><BWFXML/>',
        b"<BWFXML>\xff</BWFXML>", b"<!DOCTYPE x [<!ENTITY a 'b'>]><BWFXML>&a;</BWFXML>", b"<BWFXML/>",
        b"<BWFXML><USER><CATID><X>1</X></CATID></USER></BWFXML>",
    ],
)  # fmt: skip
def test_a_damaged_document_is_refused_and_not_replaced(damaged: bytes) -> None:
    with pytest.raises(WriteRefused) as caught:
        with_texts(damaged, {CATID: "A"})
    assert caught.value.advice


@given(st.text(max_size=200), st.text(max_size=200))
def test_any_text_comes_back(first: str, second: str) -> None:
    made: bytes | None = None
    for text in (first, second, first):
        made = with_texts(made, {NOTES: text, CATID: "A"})
        assert made is not None
        wanted = NOT_XML.sub("", text).replace("\r\n", "\n").replace("\r", "\n")  # XML 1.0 §2.11
        assert (ElementTree.fromstring(made).findtext("USER/NOTES") or "") == wanted
