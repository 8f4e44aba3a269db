"""The notice of the newest version: one request to one address, bounded in size and time, believed only if signed.

Only *Look for a newer version* in the window's Help menu comes here. The request says nothing of this installation; not
even its version, which is compared here. A notice is a JSON object behind the four lines of its signature:

    {"format": 1, "version": "1.1.0", "date": "2027-02-01", "news": ["…"], "page": "https://…"}
"""

import contextlib
import http.client
import json
import re
import time
import urllib.error
import urllib.request
from typing import IO, Any
from urllib.parse import urlsplit

from msgspec import Struct

from engine.base.build_record import BuildRecord
from engine.base.cancellation import Cancel, check
from engine.base.errors import UpdateError
from engine.base.messages import Amount, Unit, told
from engine.features.update.messages import UpdateAdvice, UpdateFault
from engine.features.update.minisign import WrongSignature, signed_part

MOST_BYTES = 2**16
PATIENCE_S = 15.0
"""For the whole answer, however slowly it comes."""
_MOST_NEWS, _MOST_CHARACTERS = 20, 300
_CHUNK_BYTES = 2**12
_FORMAT = 1
_VERSION = re.compile(r"(\d{1,4})\.(\d{1,4})\.(\d{1,4})")
_DATE = re.compile(r"\d{4}-\d\d-\d\d")


class VersionNotice(Struct, frozen=True):
    """What the makers say of their newest version."""

    version: str
    date: str
    news: tuple[str, ...]
    """A sentence each: what is new for a user."""
    page: str
    """An https address."""

    def is_newer_than(self, version: str) -> bool:
        """Tells whether this is a later version; of a version without three numbers nothing is later."""
        own = _VERSION.fullmatch(version)
        return own is not None and _numbers(self.version) > _numbers(version)


def ask(build: BuildRecord, cancel: Cancel, patience_s: float = PATIENCE_S) -> VersionNotice:
    """Fetches the notice of the newest version. Any thread but the GUI thread.

    Args:
        build: has the address and the key.
        cancel: asked between pieces of the answer.
        patience_s: time for the whole answer.

    Raises:
        UpdateError: nothing answers, or what answers is too large, too slow, not signed, or no notice.
        StopRequested: `cancel` returned True.
    """
    address = build.notice_address
    data = _fetch(address, cancel, patience_s)
    try:
        content = signed_part(data, build.notice_key)
    except WrongSignature as err:
        raise UpdateError(told(UpdateFault.NOT_SIGNED, address), advice=UpdateAdvice.DO_NOT_TRUST) from err
    try:
        return _read(json.loads(content))
    except (ValueError, TypeError, KeyError, RecursionError) as err:
        raise UpdateError(
            told(UpdateFault.NOTICE_UNREAD, address, str(err)), advice=UpdateAdvice.LOOK_YOURSELF
        ) from err


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """Leaves a redirect as an answer with a status other than 200: one address was promised."""

    def redirect_request(
        self,
        req: urllib.request.Request,
        fp: IO[bytes],
        code: int,
        msg: str,
        headers: http.client.HTTPMessage,
        newurl: str,
    ) -> None:
        return None


def _fetch(address: str, cancel: Cancel, patience_s: float) -> bytes:
    end = time.monotonic() + patience_s
    request = urllib.request.Request(address, headers={"User-Agent": "Earshot"})
    data = b""
    try:
        answer = urllib.request.build_opener(_NoRedirects()).open(request, timeout=patience_s)
        with contextlib.closing(answer):
            while chunk := answer.read1(_CHUNK_BYTES):
                check(cancel)
                data += chunk
                if len(data) > MOST_BYTES:
                    most = Amount(MOST_BYTES // 1024, Unit.KILOBYTES)
                    raise UpdateError(told(UpdateFault.TOO_LARGE, address, most), advice=UpdateAdvice.LOOK_YOURSELF)
                if time.monotonic() > end:
                    raise TimeoutError
    except urllib.error.HTTPError as err:
        err.close()
        raise UpdateError(told(UpdateFault.REFUSES, address, err.code), advice=UpdateAdvice.TRY_LATER) from err
    except TimeoutError as err:
        raise _too_slow(address, patience_s) from err
    except (OSError, http.client.HTTPException) as err:
        why = err.reason if isinstance(err, urllib.error.URLError) else err
        if isinstance(why, TimeoutError):
            raise _too_slow(address, patience_s) from err
        raise UpdateError(
            told(UpdateFault.NOTICE_UNREACHABLE, address, str(why)), advice=UpdateAdvice.TRY_LATER
        ) from err
    return data


def _too_slow(address: str, patience_s: float) -> UpdateError:
    return UpdateError(
        told(UpdateFault.TOO_SLOW, address, Amount(patience_s, Unit.SECONDS)), advice=UpdateAdvice.TRY_LATER
    )


def _read(record: Any) -> VersionNotice:
    """Reads the fields of a notice; raises ValueError, TypeError or KeyError for anything else than a notice."""
    if record["format"] != _FORMAT:
        raise ValueError(f"format {record['format']!r}, not {_FORMAT}")
    version, date, page, news = record["version"], record["date"], record["page"], record["news"]
    if not _VERSION.fullmatch(version) or not _DATE.fullmatch(date):
        raise ValueError("its version or date")
    if not isinstance(news, list) or len(news) > _MOST_NEWS or not all(_is_line(line) for line in news):
        raise ValueError("its news")
    if not _is_line(page) or urlsplit(page).scheme != "https" or not urlsplit(page).hostname:
        raise ValueError("the address of its page")
    return VersionNotice(version, date, tuple(news), page)


def _is_line(text: object) -> bool:
    return isinstance(text, str) and 0 < len(text) <= _MOST_CHARACTERS and text.isprintable()


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(number) for number in version.split("."))
