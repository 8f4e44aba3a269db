"""Captions from AudioSet's ontology: the names and descriptions of its classes."""

import json
import re
from dataclasses import dataclass
from pathlib import Path

from training.data.corpus import CorpusError

_LONGEST = 16
"""Longest description, in words, that is still a caption."""
_ABOUT = re.compile(r"^(?:the )?sounds? (?:of|made by|produced by|associated with|from|emitted by) ", re.IGNORECASE)
_NO_CAPTION = re.compile(
    r"\b(?:sounds? that|sound events?|this class|category|categories|such as|e\.g|i\.e|may|often)\b"
)


@dataclass(frozen=True, slots=True)
class AudioSetClass:
    """One class of the ontology."""

    names: tuple[str, ...]
    """Parts of its name in lower case: "chewing", "mastication"."""
    said: str
    """A caption for its sounds: the start of a leaf's short description; otherwise empty."""


def audioset_tree(path: Path) -> list[AudioSetClass]:
    """Reads the ontology.

    Raises:
        CorpusError: the file cannot be read.
    """
    try:
        rows = json.loads(path.read_text(encoding="utf-8"))
        return [_node(str(row["name"]), str(row["description"]), is_leaf=not row["child_ids"]) for row in rows]
    except (OSError, ValueError, KeyError, TypeError) as err:
        raise CorpusError(
            f"{path} is no AudioSet ontology: {err!r}", advice="Give the ontology.json that AudioSet publishes."
        ) from err


def _node(name: str, description: str, *, is_leaf: bool) -> AudioSetClass:
    names = tuple(part.strip().lower() for part in re.sub(r"\(.*?\)", "", name).split(","))
    said = _ABOUT.sub("", re.split(r"[.;(]", description)[0]).strip()
    # An inner node's description is too general for a caption: "musical instrument", "water".
    is_caption = is_leaf and 3 <= len(said.split()) <= _LONGEST and not _NO_CAPTION.search(said)
    return AudioSetClass(names, said[0].lower() + said[1:] if is_caption else "")
