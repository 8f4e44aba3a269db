"""AudioSet's ontology as captions: what a node is called, and what it says of itself."""

import json
import re
from dataclasses import dataclass
from pathlib import Path

from training.data.corpus import CorpusError

_LONGEST = 16
"""Words of a description that is still a caption."""
_ABOUT = re.compile(r"^(?:the )?sounds? (?:of|made by|produced by|associated with|from|emitted by) ", re.IGNORECASE)
_NO_CAPTION = re.compile(
    r"\b(?:sounds? that|sound events?|this class|category|categories|such as|e\.g|i\.e|may|often)\b"
)


@dataclass(frozen=True, slots=True)
class Node:
    """One class of the ontology."""

    names: tuple[str, ...]
    """Its name's parts, lower case: "chewing", "mastication"."""
    said: str
    """What may be said of its sounds: the start of a leaf's description where that is short; else empty."""


def audioset_tree(path: Path) -> list[Node]:
    """Reads the ontology.

    Raises:
        CorpusError: it cannot be read.
    """
    try:
        rows = json.loads(path.read_text(encoding="utf-8"))
        return [_node(str(row["name"]), str(row["description"]), is_leaf=not row["child_ids"]) for row in rows]
    except (OSError, ValueError, KeyError, TypeError) as err:
        raise CorpusError(
            f"{path} is no AudioSet ontology: {err!r}", advice="Give the ontology.json that AudioSet publishes."
        ) from err


def _node(name: str, description: str, *, is_leaf: bool) -> Node:
    names = tuple(part.strip().lower() for part in re.sub(r"\(.*?\)", "", name).split(","))
    said = _ABOUT.sub("", re.split(r"[.;(]", description)[0]).strip()
    # What a node with others below it says of itself is said of too much: "musical instrument", "water".
    is_caption = is_leaf and 3 <= len(said.split()) <= _LONGEST and not _NO_CAPTION.search(said)
    return Node(names, said[0].lower() + said[1:] if is_caption else "")
