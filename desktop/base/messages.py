"""Sentences of the window built from numbers and states. No widgets here."""

import html
import os

from desktop.base import engine_words
from desktop.base.translation import number, phrase, translate
from engine.base.errors import DecoderExit
from engine.base.events import FileFailed, Preparation
from engine.base.library_facts import IndexKind, IndexState, LibraryStats, RootState
from engine.base.types import AudioInfo, Colour, Confidence, Whereabouts

_COLOURS = {
    Colour.RED: phrase("Column", "Red"),
    Colour.ORANGE: phrase("Column", "Orange"),
    Colour.YELLOW: phrase("Column", "Yellow"),
    Colour.GREEN: phrase("Column", "Green"),
    Colour.BLUE: phrase("Column", "Blue"),
    Colour.PURPLE: phrase("Column", "Purple"),
    Colour.GREY: phrase("Column", "Grey"),
}
CONFIDENCE_BARS = {Confidence.STRONG: 3, Confidence.FAIR: 2, Confidence.WEAK: 1}


def confidence(value: Confidence) -> str:
    """An answer's confidence in one word."""
    match value:
        case Confidence.STRONG:
            return translate("Messages", "Strong")
        case Confidence.FAIR:
            return translate("Messages", "Fair")
        case _:
            return translate("Messages", "Weak")


def length(duration_s: float) -> str:
    """A sound's length: "0.42 s", "7.3 s", "1:05", "2:03:10"."""
    if duration_s < 1:
        return f"{number(duration_s, 2)} s"
    if duration_s < 59.95:
        return f"{number(duration_s, 1)} s"
    whole_s = round(duration_s)
    hours, minutes, seconds = whole_s // 3600, whole_s // 60 % 60, whole_s % 60
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def position(at_s: float) -> str:
    """A position in a sound: "0:07.3", "2:03:10.0"; "0:07,3" in German."""
    tenths = round(max(0.0, at_s) * 10)
    hours, minutes, seconds = tenths // 36000, tenths // 600 % 60, tenths // 10 % 60
    clock = f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
    return clock + number(tenths % 10 / 10, 1)[1:]


def percent(share: float, places: int = 0) -> str:
    """A share as a percentage: "95.0%"; "95,0 %" in German."""
    return translate("Messages", "%1%", number(100 * share, places))


def signed(value: float) -> str:
    """A change with its sign and no trailing zeros: "+2", "−0.5", "0"."""
    size = number(abs(value), len(f"{abs(value):g}".partition(".")[2]))
    return size if value == 0 else ("+" if value > 0 else "−") + size


def plain(text: str) -> str:
    """A tooltip Qt shows verbatim, even if a file name looks like HTML."""
    if "<" not in text and "&" not in text:
        return text
    return f'<span style="white-space:pre">{html.escape(text)}</span>'


def colour(value: Colour) -> str:
    """A colour's name: "Red"."""
    return str(_COLOURS[value])


def takes(count: int) -> str:
    """Number of near-identical sounds in one row: "12 takes"."""
    return translate("Messages", "%n take(s)", n=count)


def take_of(number: int, count: int) -> str:
    """Which take of a row plays: "take 3 of 12"."""
    return translate("Messages", "take %1 of %2", number, count)


def whereabouts(value: Whereabouts | RootState) -> str:
    """State of a file or folder, "missing" or "offline"; empty if it is in its place."""
    match value.value:
        case "missing":
            return translate("Messages", "missing")
        case "offline":
            return translate("Messages", "offline")
    return ""


def away(value: Whereabouts, name: str) -> tuple[str, str]:
    """Why a sound cannot be played now, and what to do."""
    if value is Whereabouts.MISSING:
        return (
            translate("Messages", "%1 is missing: it was moved, renamed or deleted.", name),
            translate("Messages", "Show where it is now: Sound, Locate…"),
        )
    return (
        translate("Messages", "%1 is offline: its drive is not connected.", name),
        translate("Messages", "Connect the drive and press play again."),
    )


def decoder_ended(how: DecoderExit, name: str) -> tuple[str, str]:
    """Why a sound that ended the decoder cannot be played, and what to do."""
    said = {
        DecoderExit.CRASHED: translate("Messages", "%1 could not be played: reading it ended the decoder.", name),
        DecoderExit.HUNG: translate("Messages", "%1 could not be played: reading it came to no end.", name),
        DecoderExit.MEMORY: translate("Messages", "%1 could not be played: reading it takes too much memory.", name),
    }
    advice = translate(
        "Messages", "The file is damaged. Nothing else was harmed; it is not opened again before it changes."
    )
    return said[how], advice


def sample_rate(rate_hz: int) -> str:
    """A sample rate: "44.1 kHz", "48 kHz", "22.05 kHz"."""
    khz = rate_hz / 1000
    places = next((count for count in (0, 1, 2) if round(khz, count) == khz), 3)
    return f"{number(khz, places)} kHz"


def channels(count: int) -> str:
    """A channel count: "mono", "stereo", "6 ch"."""
    match count:
        case 1:
            return translate("Messages", "mono")
        case 2:
            return translate("Messages", "stereo")
        case _:
            return translate("Messages", "%n ch", n=count)


def remaining(eta_s: float | None) -> str:
    """Remaining time, coarsely rounded: "about 40 s left", "about 3 min left", "about 2 h left"."""
    if eta_s is None:
        return translate("Messages", "estimating…")
    if eta_s < 1.5:
        return translate("Messages", "almost done")
    if eta_s < 90:
        return translate("Messages", "about %1 s left", round(eta_s))
    if eta_s < 5400:
        return translate("Messages", "about %1 min left", round(eta_s / 60))
    return translate("Messages", "about %1 h left", number(eta_s / 3600, 1))


def preparing(what: Preparation) -> str:
    """What a job prepares at its end, without a known duration."""
    if what is Preparation.ORDERS:
        return translate("Messages", "Putting columns in order, for sorting…")
    if what is Preparation.CATEGORIES:
        return translate("Messages", "Suggesting categories by ear…")
    return translate("Messages", "Preparing searches of a large library…")


def rate(files_per_s: float) -> str:
    """Speed of a job: "12 files/s", "0.4 files/s"."""
    return translate("Messages", "%1 files/s", number(files_per_s, 0 if files_per_s >= 10 else 1))


def finished(added: int, changed: int, moved: int, removed: int, failed: int, cancelled: bool) -> str:
    """Outcome of a job in one sentence. The status bar shows the number of missing files elsewhere."""
    parts = []
    if added:
        parts.append(translate("Messages", "%n added", n=added))
    if changed:
        parts.append(translate("Messages", "%n updated", n=changed))
    if moved:
        parts.append(translate("Messages", "%n moved", n=moved))
    nothing = translate("Messages", "No new sounds") if removed else translate("Messages", "Nothing new")
    text = ", ".join(parts) or nothing
    if cancelled:
        text = translate("Messages", "Stopped. So far: %1; add the folder again to go on", text)
    if failed:
        text += " · " + translate("Messages", "%n file(s) could not be read", n=failed)
    return text


def unreadable(first: FileFailed, failed: int) -> tuple[str, str]:
    """Files a job could not read: what happened and what to do."""
    name, why = os.path.basename(first.path), engine_words.clause(first.trouble)
    what = translate("Messages", "%1 could not be read: %2.", name, why)
    if failed > 1:
        what = translate("Messages", "%n file(s) could not be read. The first: %1", what, n=failed)
    return what, engine_words.advice(first.trouble)


def index_reason(stats: LibraryStats) -> str:
    """What the index state means for the user."""
    match stats.index_state:
        case IndexState(IndexKind.EXACT):
            return translate("Messages", "Every sound is compared with what you look for. That is fast for this many.")
        case IndexState(IndexKind.HNSW | IndexKind.CELLS):
            return translate("Messages", "An index finds the nearest sounds without comparing them all.")
        case IndexState(IndexKind.HNSW_AND_DELTA | IndexKind.CELLS_AND_DELTA):
            return translate("Messages", "The index finds the nearest sounds; those added since are all compared.")
        case IndexState(IndexKind.BUILDING):
            return translate("Messages", "The index is being built. Until it is ready, every sound is compared.")
        case refused:
            return translate("Messages", "Every sound is compared: %1", engine_words.note(refused.why))


def answered(rows: int, passing: int, sounds: int, *, is_ranked: bool) -> str:
    """Size of an answer for the status bar: "44 of 90 sounds, best first".

    Args:
        rows: of the answer, including folded takes.
        passing: sounds that pass the filters.
        sounds: in the library.
        is_ranked: whether they are sorted by similarity.
    """
    if rows < passing:
        return translate("Messages", "the best %1 of %n sound(s)", rows, n=passing)
    if passing < sounds:
        shown = translate("Messages", "%1 of %n sound(s)", passing, n=sounds)
    else:
        shown = translate("Messages", "%n sound(s)", n=passing)
    return translate("Messages", "%1, best first", shown) if is_ranked else shown


def format_line(info: AudioInfo) -> str:
    """A file's format: "WAV · 48 kHz · 24 bit · stereo"."""
    parts = [info.format, sample_rate(info.sample_rate_hz)]
    if info.bit_depth:
        parts.append(translate("Messages", "%n bit", n=info.bit_depth))
    return " · ".join([*parts, channels(info.channels)])


def size(size_bytes: int) -> str:
    """A file size: "640 B", "12 kB", "3.4 MB", "1.2 GB"."""
    if size_bytes < 1000:
        return translate("Sizes", "%1 B", size_bytes)
    if size_bytes < 1_000_000:
        return translate("Sizes", "%1 kB", number(size_bytes / 1000))
    if size_bytes < 1_000_000_000:
        return translate("Sizes", "%1 MB", number(size_bytes / 1_000_000, 1))
    return translate("Sizes", "%1 GB", number(size_bytes / 1_000_000_000, 1))
