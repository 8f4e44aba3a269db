"""A notice of a newer version is believed when it is signed by the build's key, and refused plainly otherwise."""

import json
from collections.abc import Iterator

import pytest

from engine.base.build_record import BuildRecord
from engine.base.cancellation import never
from engine.base.errors import UpdateError
from engine.features.update.messages import UpdateFault
from engine.features.update.notice import MOST_BYTES, VersionNotice, ask
from tests.helpers.notices import KEY, NOTICE, SIGNED, NoticeServer, notice_server, signed

pytest.importorskip("cryptography", reason="signatures are checked by cryptography, which packages of Earshot bring")


@pytest.fixture
def server() -> Iterator[NoticeServer]:
    with notice_server() as served:
        yield served


def told_by(server: NoticeServer, key: str = KEY, **options: float) -> VersionNotice:
    return ask(BuildRecord(notice_address=server.address, notice_key=key), never, **options)


def refusal(server: NoticeServer, key: str = KEY, **options: float) -> UpdateError:
    with pytest.raises(UpdateError) as caught:
        told_by(server, key, **options)
    assert server.address in str(caught.value)
    assert caught.value.advice
    return caught.value


def test_what_minisign_signed_is_read_and_the_request_tells_nothing(server: NoticeServer) -> None:
    notice = told_by(server)
    assert notice == VersionNotice("1.1.0", "2027-02-01", tuple(NOTICE["news"]), NOTICE["page"])  # type: ignore[arg-type]
    (asked,) = server.asked
    assert asked["User-Agent"] == "Earshot"
    assert set(asked) == {"Accept-Encoding", "Host", "User-Agent", "Connection"}


@pytest.mark.parametrize("place", [30, 60, 200, 260, 330, len(SIGNED) - 30])
def test_a_byte_that_differs_anywhere_is_refused(server: NoticeServer, place: int) -> None:
    changed = bytearray(SIGNED)
    changed[place] ^= 1
    server.answer = bytes(changed)
    if place == 30:  # in the untrusted comment, which minisign does not sign either
        assert told_by(server).version == "1.1.0"
    else:
        assert refusal(server).what.what is UpdateFault.NOT_SIGNED


def test_another_key_and_no_signature_are_refused(server: NoticeServer) -> None:
    server.answer, other = signed(NOTICE)
    assert told_by(server, other).version == "1.1.0"
    assert refusal(server, KEY).what.what is UpdateFault.NOT_SIGNED
    server.answer = json.dumps(NOTICE).encode()
    assert refusal(server).what.what is UpdateFault.NOT_SIGNED
    server.answer = b""
    assert refusal(server).what.what is UpdateFault.NOT_SIGNED


@pytest.mark.parametrize(
    "change",
    [
        {"format": 2},
        {"version": "1.1"},
        {"version": 11},
        {"date": "soon"},
        {"page": "http://example.org/"},
        {"page": "file:///etc/passwd"},
        {"news": "all"},
        {"news": ["x" * 301]},
        {"news": ["two\nlines"]},
        {"news": ["more"] * 21},
    ],
)
def test_a_signed_record_that_is_no_notice_is_refused(server: NoticeServer, change: dict[str, object]) -> None:
    server.answer, key = signed(NOTICE | change)
    assert refusal(server, key).what.what is UpdateFault.NOTICE_UNREAD


def test_another_status_and_a_redirect_are_not_followed(server: NoticeServer) -> None:
    server.status = 404
    assert refusal(server).what.what is UpdateFault.REFUSES
    server.status, server.headers = 302, {"Location": server.address}
    assert refusal(server).what.what is UpdateFault.REFUSES
    assert len(server.asked) == 2


def test_an_answer_without_end_and_one_that_hangs_are_left(server: NoticeServer) -> None:
    server.answer = b"x" * (MOST_BYTES + 2)
    assert refusal(server).what.what is UpdateFault.TOO_LARGE
    server.answer = SIGNED
    server.pause.clear()
    assert refusal(server, patience_s=0.2).what.what is UpdateFault.TOO_SLOW


def test_nobody_there_is_said(server: NoticeServer) -> None:
    with notice_server() as gone:
        pass
    assert refusal(gone).what.what is UpdateFault.NOTICE_UNREACHABLE


@pytest.mark.parametrize(
    ("running", "is_newer"),
    [("1.0.9", True), ("0.1.0", True), ("1.1.0", False), ("1.10.0", False), ("(not installed)", False)],
)
def test_versions_are_compared_by_their_numbers(running: str, is_newer: bool) -> None:
    assert VersionNotice("1.1.0", "", (), "").is_newer_than(running) is is_newer
