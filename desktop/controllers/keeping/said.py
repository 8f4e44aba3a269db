"""Names of undoable changes of ratings, tags, collections and the like."""

from collections.abc import Sequence

from desktop.base.translation import Phrase, phrase, translate
from engine.library.keeping import Collection, KeptChange, Undo

_WHAT: dict[KeptChange, Phrase] = {
    KeptChange.RATING: phrase("Keeping", "Rating"),
    KeptChange.COLOUR: phrase("Keeping", "Colour"),
    KeptChange.FAVOURITE: phrase("Keeping", "Favourite mark"),
    KeptChange.TAGS: phrase("Keeping", "Tags"),
    KeptChange.NOTE: phrase("Keeping", "Note"),
    KeptChange.COLLECTION: phrase("Keeping", "Collection"),
    KeptChange.SEARCH: phrase("Keeping", "Saved search"),
    KeptChange.THESAURUS: phrase("Keeping", "Thesaurus"),
    KeptChange.IMPORT: phrase("Keeping", "Import"),
}
_MOST_NAMES = 3


def kind_of(undo: Undo) -> str:
    """The kind of change, in words."""
    return str(_WHAT[undo.what])


def said_of(undo: Undo, collections: Sequence[Collection]) -> str:
    """Kind, name and number of sounds, if known: `Collection “Rain” (3 sounds)`.

    Args:
        undo: reverses the change.
        collections: current collections, for their current names.
    """
    now = {one.id: one.name for one in collections}
    names = list(dict.fromkeys(now.get(id, name) for id, name in undo.named if now.get(id, name)))
    said = kind_of(undo)
    if names:
        more = "…" if len(names) > _MOST_NAMES else ""
        said = translate("Keeping", "%1 “%2”", said, ", ".join(names[:_MOST_NAMES]) + more)
    if undo.sounds:
        said = translate("Keeping", "%1 (%n sound(s))", said, n=undo.sounds)
    return said
