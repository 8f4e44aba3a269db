"""The result of every corpus reader: its clips, and what it left out and why. A bad row never stops a reader.

Also holds the checks that all readers make of a listed file: its existence, header and length.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from engine.audio import decode
from engine.base.errors import AudioError
from engine.base.messages import Message
from engine.base.training_messages import ExclusionReason
from training.data.corpora.licences import Policy, is_kept, judge
from training.data.corpus import Clip, CorpusError

_EXAMPLES = 5


@dataclass(frozen=True, slots=True)
class LeftOutItem:
    """One item that a reader left out."""

    reason: ExclusionReason
    item: str
    """Its name in the corpus, for people."""
    detail: str = ""
    """Details of this item: its licence, the decoder's error."""

    def __str__(self) -> str:
        return f"{self.item} ({self.detail})" if self.detail else self.item


@dataclass(frozen=True, slots=True)
class LeftOutGroup:
    """Items left out for one reason."""

    reason: ExclusionReason
    count: int
    examples: tuple[str, ...]
    """At most five."""


@dataclass(frozen=True, slots=True)
class CorpusReading:
    """What a reader found."""

    clips: tuple[Clip, ...]
    left_out: tuple[LeftOutItem, ...] = ()
    notes: tuple[Message, ...] = ()
    """Remarks on what was kept: restrictive or missing licences."""

    def groups(self) -> list[LeftOutGroup]:
        counts = Counter(one.reason for one in self.left_out)
        order = sorted(counts, key=lambda reason: (-counts[reason], reason.text))
        return [LeftOutGroup(reason, counts[reason], self._examples(reason)) for reason in order]

    def _examples(self, reason: ExclusionReason) -> tuple[str, ...]:
        return tuple(str(one) for one in self.left_out if one.reason == reason)[:_EXAMPLES]


@dataclass(slots=True)
class Ledger:
    """Collects a reader's findings as it goes through a list."""

    clips: list[Clip] = field(default_factory=list)
    left_out: list[LeftOutItem] = field(default_factory=list)
    notes: list[Message] = field(default_factory=list)

    def leave(self, reason: ExclusionReason, item: str, detail: str = "") -> None:
        self.left_out.append(LeftOutItem(reason, item, detail))

    def reading(self) -> CorpusReading:
        return CorpusReading(tuple(self.clips), tuple(self.left_out), tuple(self.notes))


@dataclass(frozen=True, slots=True)
class CorpusReader:
    """A kind of corpus: the names of its parts, how to read it, and what its folder needs."""

    name: str
    """The word before the colon in `clotho:development`."""
    parts: tuple[str, ...]
    """Names of its parts; only the splits if no others are published."""
    read: Callable[[Path, str], CorpusReading]
    """Reads a part of a folder; raises CorpusError if there is no such corpus."""
    missing: Callable[[Path, str], list[str]]
    """Lists the missing files of a part as sentences; empty if it can be read."""
    what: str
    """One line for people."""


def open_only(reading: CorpusReading) -> CorpusReading:
    """Keeps only clips under a stated open licence; the rest is left out."""
    verdicts = [judge(clip.licence) for clip in reading.clips]
    pairs = list(zip(reading.clips, verdicts, strict=True))
    kept = tuple(clip for clip, verdict in pairs if is_kept(verdict, Policy.STRICT))
    refused = [
        LeftOutItem(verdict.reason, clip.original_path, verdict.stated)
        for clip, verdict in pairs
        if not is_kept(verdict, Policy.STRICT)
    ]
    return CorpusReading(kept, (*reading.left_out, *refused))


def length_of(path: Path) -> float:
    """Returns the length in seconds from the header.

    Raises:
        AudioError: no decoder reads it.
    """
    with decode.open_audio(path) as stream:
        return stream.info.duration_s


def add_if_readable(ledger: Ledger, clip: Clip) -> None:
    """Adds a clip with the length from its header, or leaves it out if its file is missing or unreadable."""
    try:
        if not clip.path.is_file():
            ledger.leave(ExclusionReason.NO_FILE, clip.original_path)
            return
        duration_s = length_of(clip.path)
    except (AudioError, OSError) as err:
        ledger.leave(ExclusionReason.UNREADABLE, clip.original_path, str(err))
        return
    if duration_s <= 0.0:
        ledger.leave(ExclusionReason.UNREADABLE, clip.original_path, "it holds no samples")
        return
    ledger.clips.append(replace(clip, duration_s=duration_s))


def tidy(text: object) -> str:
    """Puts a caption on one line without surrounding blanks; empty for anything but text."""
    return " ".join(text.split()) if isinstance(text, str) else ""


def distinct(texts: Sequence[str]) -> tuple[str, ...]:
    """Removes empty and repeated texts, keeping the order."""
    return tuple(dict.fromkeys(text for text in texts if text))


def need_folder(folder: Path, name: str) -> None:
    """Checks that a folder exists.

    Raises:
        CorpusError: it does not.
    """
    if not folder.is_dir():
        raise CorpusError(f"no {name} at {folder}: there is no such folder", advice=f"Say where it is: {name}=DIR.")
