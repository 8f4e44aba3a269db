"""A user's Earshot library as a corpus: captions from its sounds' metadata and from the user's own notes.

Reads through the engine's library, read-only, and decodes no file. Captions, the most telling first: description (BWF
and every other descriptive text chunk), title, words of a UCS or plain name with its category, the user's note, the
user's tags and keywords as one phrase, names of collections. Sounds without any caption, refused by the licence gate,
not indexed, or on an absent drive are left out. The exact path is kept.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from engine.audio.metadata import own_keywords
from engine.audio.ucs import parse_name
from engine.base.errors import LibraryError
from engine.base.training_messages import ExclusionReason
from engine.base.types import FilePath, Sound, SoundId
from engine.store.connection import FILE_NAME
from engine.store.word_splitting import parts
from training.data.corpora.licences import LicenceVerdict, Policy, is_kept, judge, said_of
from training.data.corpora.reader import CorpusReader, CorpusReading, Ledger, distinct, tidy
from training.data.corpora.splits import Shares, recording_of, split_by_recording
from training.data.corpus import SPLITS, Clip, CorpusError

if TYPE_CHECKING:
    from engine.library.library import Library

_SHORTEST_S = 0.05
_LONGEST_LETTERS = 300
_PAGE = 500
_RIGHTS = re.compile(r"lic|cop|rights|terms|usage", re.IGNORECASE)
"""Metadata fields about rights: info.ICOP, id3.TCOP, ixml.USER.LICENSE, vorbis.copyright."""
_SAYS_NOTHING = frozenset(
    {"sound", "sounds", "audio", "sample", "samples", "sfx", "fx", "file", "track", "take", "takes", "wav", "mp3"}
    | {"final", "mix", "bounce", "export", "untitled", "new", "misc", "favourites", "favorites", "todo", "project"}
    | {"stuff", "various", "temp", "test", "edit", "edited", "master", "loop", "oneshot", "stereo", "mono"}
)


@dataclass(frozen=True, slots=True)
class CaptionTexts:
    """Which texts of a library are captions."""

    descriptions: bool = True
    """Descriptions, titles and keywords in the files."""
    names: bool = True
    """Words of file names, UCS or not."""
    own: bool = True
    collections: bool = True


def read_library(
    folder: Path,
    part: str = "",
    *,
    policy: Policy = Policy.LEAVE_OUT,
    texts: CaptionTexts | None = None,
    owners: Sequence[str] = (),
    shares: Shares | None = None,
) -> CorpusReading:
    """Reads the whole library or one of the splits train, val and test.

    Args:
        part: a split; empty for all.
        policy: how licences are treated.
        texts: which texts are captions.
        owners: names of the user, whose own copyright forbids nothing.
        shares: held-out shares of the recordings.

    Raises:
        CorpusError: unknown part, or no library there.
    """
    # Imported late: corpora are listed more often than a library is read.
    from engine.library.library import Library
    from engine.library.queries import Question

    if part not in ("", *SPLITS):
        raise CorpusError(f"a library has no part {part!r}", advice=f"Its parts are {', '.join(SPLITS)}.")
    ledger, verdicts = Ledger(), list[LicenceVerdict]()
    try:
        with Library.open(folder, read_only=True) as library, library.reader() as reader:
            collections = _collections(library) if (texts or CaptionTexts()).collections else {}
            roots = {root.id: root.path for root in library.roots()}
            for failed in library.failures(limit=10**9):
                ledger.leave(ExclusionReason.UNREADABLE, failed.path.name, failed.reason)
            ids = library.rank(Question("")).ids
            for start in range(0, len(ids), _PAGE):
                for sound in reader.sounds(ids[start : start + _PAGE]):
                    names = collections.get(sound.id, ())
                    _take(
                        sound, roots.get(sound.root), names, texts or CaptionTexts(), policy, owners, ledger, verdicts
                    )
    except LibraryError as err:
        raise CorpusError(f"the library {folder} cannot be read: {err}", advice=err.advice) from err
    ledger.clips.sort(key=lambda clip: clip.id)
    ledger.clips[:] = split_by_recording(ledger.clips, shares or Shares())
    if part:
        ledger.clips[:] = [clip for clip in ledger.clips if clip.split == part]
    ledger.notes += said_of(verdicts)
    return ledger.reading()


def missing_library(folder: Path, part: str) -> list[str]:
    """Names the library if it is missing."""
    return [] if (folder / FILE_NAME).is_file() else [f"a library in {folder}"]


def captions_of(sound: Sound, collections: Sequence[str], texts: CaptionTexts) -> tuple[str, ...]:
    """Returns a sound's captions, the most telling first; empty if it has none."""
    metadata = sound.metadata
    found: list[str] = []
    if texts.descriptions:
        found += [_telling(metadata.description), _telling(metadata.title)]
    if texts.names:
        found.append(name_caption(sound.path.name, metadata.category))
    if texts.own:
        found += [_telling(sound.marks.note), _phrase(sound.marks.tags)]
    if texts.descriptions:
        found += [_telling(metadata.comment), _phrase(own_keywords(metadata))]
    if texts.collections:
        found += [_telling(name) for name in collections]
    folded: dict[str, str] = {}
    for text in found:
        if text:
            folded.setdefault(text.casefold(), text)
    return tuple(folded.values())


def name_caption(name: str, category: str) -> str:
    """Makes a phrase of a file name: "old creak, doors wood" of DOORWood_Old Creak_JD.wav; "" of Audio 12.wav."""
    stem = name.rpartition(".")[0] or name
    ucs = parse_name(stem)
    words = [word.lower() for word in parts(ucs.fx_name if ucs is not None else stem)]
    own = " ".join(word for word in words if word.isalpha() and len(word) > 2 and word not in _SAYS_NOTHING)
    return ", ".join(distinct([own, category.lower()]))


def _take(
    sound: Sound,
    root: FilePath | None,
    collections: Sequence[str],
    texts: CaptionTexts,
    policy: Policy,
    owners: Sequence[str],
    ledger: Ledger,
    verdicts: list[LicenceVerdict],
) -> None:
    """Adds a sound to the ledger, or the reason to leave it out."""
    verdict = _verdict(sound, root, owners)
    captions = captions_of(sound, collections, texts)
    if sound.is_away:
        ledger.leave(ExclusionReason.AWAY, sound.path.name)
    elif sound.info is None or sound.trouble is not None:
        ledger.leave(ExclusionReason.UNREADABLE, sound.path.name, "" if sound.trouble is None else str(sound.trouble))
    elif not sound.path.native.is_file():
        ledger.leave(ExclusionReason.NO_FILE, sound.path.name)
    elif sound.info.duration_s < _SHORTEST_S:
        ledger.leave(ExclusionReason.TOO_SHORT, sound.path.name, f"{sound.info.duration_s:.3f} s")
    elif not is_kept(verdict, policy):
        ledger.leave(verdict.reason, sound.path.name, verdict.stated)
    elif not captions:
        ledger.leave(ExclusionReason.NO_CAPTION, sound.path.name)
    else:
        verdicts.append(verdict)
        ledger.clips.append(_clip(sound, root, captions))


def _clip(sound: Sound, root: FilePath | None, captions: tuple[str, ...]) -> Clip:
    inside = _inside(sound.path, root)
    return Clip(
        id=f"library/{sound.path.uri}",
        path=sound.path.native,
        source="library" if root is None else root.name,
        original_path=inside,
        licence=sound.metadata.licence,
        captions=captions,
        kind=captions[0].casefold(),
        category=sound.metadata.category,
        split="train",
        duration_s=sound.info.duration_s if sound.info is not None else 0.0,
        keywords=distinct([*sound.marks.tags, *own_keywords(sound.metadata)]),
        group=recording_of(inside),
    )


def _verdict(sound: Sound, root: FilePath | None, owners: Sequence[str]) -> LicenceVerdict:
    """Judges all texts about rights or origin: metadata, and the names of folders and their root."""
    metadata = sound.metadata
    rights = distinct([metadata.licence, *(text for name, text in metadata.fields.items() if _RIGHTS.search(name))])
    texts = [text for text in (metadata.comment, metadata.description) if re.search(r"licen|copyright|©", text, re.I)]
    libraries = [text for name, text in metadata.fields.items() if name.lower().endswith(("library", "manufacturer"))]
    folders = ("" if root is None else f"{root.name}/") + _inside(sound.path, root).rpartition("/")[0]
    originator = metadata.fields.get("bext.Originator", "")
    origins = [metadata.artist, metadata.album, originator, *libraries, folders]
    return judge(" · ".join([*rights, *texts]), origins=[text for text in origins if text], owners=owners)


def _inside(path: FilePath, root: FilePath | None) -> str:
    """The path below its root, for people."""
    base = b"" if root is None else root.raw.rstrip(b"/\\")
    own = path.raw[len(base) + 1 :] if base and path.raw.startswith(base) else path.raw
    return own.decode("utf-8", errors="replace").replace("\\", "/")


def _collections(library: Library) -> Mapping[SoundId, list[str]]:
    """Names of each sound's collections, in the user's order."""
    found: dict[SoundId, list[str]] = {}
    for collection in library.keeping.collections():
        for id in np.asarray(library.keeping.collection_ids(collection.id)).tolist():
            found.setdefault(SoundId(id), []).append(collection.name)
    return found


def _telling(text: str) -> str:
    """A text on one line, truncated; empty if no word is meaningful."""
    plain = tidy(text)[:_LONGEST_LETTERS]
    words = [word.lower() for word in re.findall(r"[^\W\d_]{3,}", plain)]
    return plain if any(word not in _SAYS_NOTHING for word in words) else ""


def _phrase(words: Sequence[str]) -> str:
    return _telling(", ".join(words))


LIBRARY = CorpusReader(
    "library", SPLITS, read_library, missing_library, "an Earshot library: descriptions, names, tags, collections"
)
