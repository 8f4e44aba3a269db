"""What every reader gives: the clips it found, and what it left out and why; one bad row never stops it.

The helpers here do what all readers do to a file of a list: is it there, can its header be read, how long is it.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from engine.audio import decode
from engine.errors import AudioError
from engine.training_wording import LeftOutFor
from engine.wording import Said
from training.data.corpora.licences import Policy, is_kept, judge
from training.data.corpus import Clip, CorpusError

_EXAMPLES = 5


@dataclass(frozen=True, slots=True)
class PassedOver:
    """One thing a reader passed over."""

    reason: LeftOutFor
    item: str
    """Its name in the corpus, for people."""
    detail: str = ""
    """What is special about this one: the licence it states, the error of the decoder."""

    def __str__(self) -> str:
        """Name and detail."""
        return f"{self.item} ({self.detail})" if self.detail else self.item


@dataclass(frozen=True, slots=True)
class LeftOutGroup:
    """What was left out for one reason."""

    reason: LeftOutFor
    count: int
    examples: tuple[str, ...]
    """At most five."""


@dataclass(frozen=True, slots=True)
class CorpusRead:
    """What a reader found."""

    clips: tuple[Clip, ...]
    left_out: tuple[PassedOver, ...] = ()
    notes: tuple[Said, ...] = ()
    """What there is to say about what was kept: licences that are to be minded, sounds without any."""

    def groups(self) -> list[LeftOutGroup]:
        """What was left out, by reason, the commonest first."""
        counts = Counter(one.reason for one in self.left_out)
        order = sorted(counts, key=lambda reason: (-counts[reason], reason.text))
        return [LeftOutGroup(reason, counts[reason], self._examples(reason)) for reason in order]

    def _examples(self, reason: LeftOutFor) -> tuple[str, ...]:
        return tuple(str(one) for one in self.left_out if one.reason == reason)[:_EXAMPLES]


@dataclass(slots=True)
class Ledger:
    """Collects what a reader finds while it goes through a list."""

    clips: list[Clip] = field(default_factory=list)
    left_out: list[PassedOver] = field(default_factory=list)
    notes: list[Said] = field(default_factory=list)

    def leave(self, reason: LeftOutFor, item: str, detail: str = "") -> None:
        """Notes one thing that is left out."""
        self.left_out.append(PassedOver(reason, item, detail))

    def reading(self) -> CorpusRead:
        """What was found."""
        return CorpusRead(tuple(self.clips), tuple(self.left_out), tuple(self.notes))


@dataclass(frozen=True, slots=True)
class CorpusReader:
    """One kind of corpus: how its parts are called, how it is read, and what must lie in its folder."""

    name: str
    """What stands before the colon in `clotho:development`."""
    parts: tuple[str, ...]
    """Names of its parts; empty for one that has only splits."""
    read: Callable[[Path, str], CorpusRead]
    """Folder and part to clips; raises CorpusError where there is no such corpus at all."""
    missing: Callable[[Path, str], list[str]]
    """What of a part is not there, as sentences; empty when it can be read."""
    what: str
    """One line for people."""


def open_only(reading: CorpusRead) -> CorpusRead:
    """Gives what of a reading is stated to be under an open licence; the rest is left out."""
    verdicts = [judge(clip.licence) for clip in reading.clips]
    pairs = list(zip(reading.clips, verdicts, strict=True))
    kept = tuple(clip for clip, verdict in pairs if is_kept(verdict, Policy.STRICT))
    refused = [
        PassedOver(verdict.reason, clip.original_path, verdict.stated)
        for clip, verdict in pairs
        if not is_kept(verdict, Policy.STRICT)
    ]
    return CorpusRead(kept, (*reading.left_out, *refused))


def length_of(path: Path) -> float:
    """Gives the length in seconds by the header.

    Raises:
        AudioError: no decoder reads it.
    """
    with decode.open_audio(path) as stream:
        return stream.info.duration_s


def add_if_readable(ledger: Ledger, clip: Clip) -> None:
    """Adds a clip with its length by the header, or leaves it out because its file is not there or cannot be read."""
    try:
        if not clip.path.is_file():
            ledger.leave(LeftOutFor.NO_FILE, clip.original_path)
            return
        duration_s = length_of(clip.path)
    except (AudioError, OSError) as err:
        ledger.leave(LeftOutFor.UNREADABLE, clip.original_path, str(err))
        return
    if duration_s <= 0.0:
        ledger.leave(LeftOutFor.UNREADABLE, clip.original_path, "it holds no samples")
        return
    ledger.clips.append(replace(clip, duration_s=duration_s))


def tidy(text: object) -> str:
    """A caption on one line, without blanks around it; empty for what is no text."""
    return " ".join(text.split()) if isinstance(text, str) else ""


def distinct(texts: Sequence[str]) -> tuple[str, ...]:
    """The texts that say something, each once, in their order."""
    return tuple(dict.fromkeys(text for text in texts if text))


def need_folder(folder: Path, name: str) -> None:
    """Refuses a folder that is not there.

    Raises:
        CorpusError: it is not.
    """
    if not folder.is_dir():
        raise CorpusError(f"no {name} at {folder}: there is no such folder", advice=f"Say where it is: {name}=DIR.")
