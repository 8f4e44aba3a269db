"""Names files by a pattern: "{CatID}_{FXName}_{n:03}".

The limit is in bytes, not letters: an overlong name loses letters from its longest text, so that the number at its end
stays. Characters that any system forbids become "_", so that no text of a file ever makes a path.
"""

import re
from collections.abc import Mapping

from engine.audio.region_names import clock, plain_name
from engine.audio.slate import slate_of
from engine.audio.ucs import parse_name
from engine.base.errors import TransferError
from engine.base.messages import told
from engine.base.types import FilePath, SoundMetadata
from engine.transfer.messages import TransferAdvice, TransferFault

TOKENS = ("name", "CatID", "FXName", "cue", "text", "query", "scene", "take", "date", "time", "n")
"""Placeholders: the sound's own name; its UCS category and the FXName of its UCS name; the cue, its words, its query;
the slate's scene and take; the day of the recording; the start of the moment or cue; the number of the file."""
MOST_BYTES = 180
"""File names end at 255 bytes nearly everywhere; the channel, a number and the suffix need the rest."""
_MOST_PATTERN_BYTES = 120
_TOKEN = re.compile(r"\{(\w+)(?::0?([1-9]))?\}", re.ASCII)
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)
_DAYS = ("bext.originationdate", "ixml.bext.bwf_origination_date", "info.icrd", "id3.tdrc", "vorbis.date", "mp4.©day")
_ENDS = " .-_"


def check_pattern(pattern: str) -> None:
    """Refuses an invalid pattern.

    Raises:
        TransferError: an unknown placeholder, or too long.
    """
    for found in _TOKEN.finditer(pattern):
        if found[1] not in TOKENS or (found[2] and found[1] != "n"):
            raise _no_placeholder(found[0])
    rest = _TOKEN.sub("", pattern)
    stray = re.search(r"\{[^}]*\}?|\}", rest)
    if stray is not None:
        raise _no_placeholder(stray[0])
    if len(pattern.encode(errors="replace")) > _MOST_PATTERN_BYTES:
        fault = told(TransferFault.NAME_LONG, _MOST_PATTERN_BYTES)
        raise TransferError(fault, advice=TransferAdvice.SHORTER)


def texts_of(path: FilePath, metadata: SoundMetadata, start_s: float | None) -> dict[str, str]:
    """A sound's own texts for the placeholders of a pattern; empty where it has none."""
    stem = path.name.rsplit(".", 1)[0] or path.name
    ucs, slate = parse_name(stem), slate_of(metadata.fields)
    fields = {name.lower(): text for name, text in metadata.fields.items()}
    day = next((found[0] for name in _DAYS if (found := _DAY.match(fields.get(name, "").replace(":", "-")))), "")
    return {
        "name": stem,
        "CatID": metadata.ucs_id or (ucs.cat_id if ucs else ""),
        "FXName": ucs.fx_name if ucs and ucs.fx_name else metadata.title or stem,
        "scene": slate.scene,
        "take": slate.take,
        "date": day,
        "time": "" if start_s is None else clock(start_s),
    }


def stem_of(pattern: str, texts: Mapping[str, str], number: int) -> str:
    """Fills a pattern: a name without its suffix, valid on any system, of at most `MOST_BYTES`.

    Args:
        pattern: accepted by `check_pattern`.
        texts: by placeholder; missing ones are empty, and separators left at the ends are removed.
        number: of the file, from 1; {n:03} gives it at least three digits.
    """
    # Texts are sanitised first, so that shortening removes nothing but letters.
    given = {name: " ".join(plain_name(text).split()) if text.strip(" .") else "" for name, text in texts.items()}
    while True:
        filled = _filled(pattern, given, number).strip(_ENDS)
        over = len(filled.encode(errors="replace")) - MOST_BYTES + 1
        used = [token for token in given if f"{{{token}}}" in pattern and given[token]]
        if over <= 0 or not used:
            return plain_name(filled)
        longest = max(used, key=lambda token: len(given[token].encode()))
        raw = given[longest].encode()
        given[longest] = raw[: max(0, len(raw) - over)].decode(errors="ignore").rstrip(_ENDS)


def _filled(pattern: str, texts: Mapping[str, str], number: int) -> str:
    def value(found: re.Match[str]) -> str:
        return f"{number:0{found[2] or 1}d}" if found[1] == "n" else texts.get(found[1], "")

    return " ".join(_TOKEN.sub(value, pattern).split())


def _no_placeholder(text: str) -> TransferError:
    known = ", ".join(f"{{{name}}}" for name in TOKENS)
    advice = told(TransferAdvice.PLACEHOLDERS, f"{known}, {{n:03}}")
    return TransferError(told(TransferFault.NO_SUCH_PLACEHOLDER, text), advice=advice)
