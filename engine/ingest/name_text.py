"""The words behind a sound's name vector: its name, its metadata, and its folder.

The sentence tower averages its input, so words that say nothing about the sound (numbers, makers' codes, repeats) are
left out. The most telling words come first, because the tower cuts long texts at the end.
"""

import re
from pathlib import Path

from engine.audio.ucs import parse_name
from engine.base.types import FilePath, SoundMetadata
from engine.store.word_splitting import parts

_LONGEST_LETTERS = 400
_SAYS_NOTHING = frozenset(
    {"wav", "wave", "aif", "aiff", "flac", "mp3", "ogg", "untitled", "audio", "track", "file", "files", "sound"}
    | {"sounds", "sample", "samples", "sfx", "fx", "final", "new", "bounce", "export"}
)


def name_text(path: FilePath, root: FilePath, metadata: SoundMetadata) -> str:
    """Returns a short text that describes the sound: "old creak, doors wood, slow wooden door, foley".

    Args:
        path: the file; its own name counts, and its folder's if that lies in the root.
        root: the root it was found in, whose name counts for files directly in it.
        metadata: of the file.
    """
    stem = Path(path.name).stem
    ucs = parse_name(stem)
    name = ucs.fx_name if ucs is not None and ucs.fx_name else stem
    folder = FilePath(path.raw.rpartition(b"/")[0] or root.raw).name if path != root else ""
    phrases = (name, metadata.category, metadata.title, metadata.description, " ".join(metadata.keywords), folder)
    said: set[str] = set()
    kept: list[str] = []
    for phrase in phrases:
        words = [word for word in _words(phrase) if not (word in said or said.add(word))]  # type: ignore[func-returns-value]
        if words:
            kept.append(" ".join(words))
    return ", ".join(kept)[:_LONGEST_LETTERS] or " ".join(parts(stem)).lower() or "sound"


def _words(phrase: str) -> list[str]:
    words = [word.lower() for word in parts(re.sub(r"['’]", "", phrase))]
    return [word for word in words if len(word) > 1 and not word.isdecimal() and word not in _SAYS_NOTHING]
