"""What a change of ratings, tags, collections and the like is called where it can be undone."""

from collections.abc import Sequence

from desktop.translation import Phrase, phrase, translate
from engine.keeping import Collection, KeptChange, Undo

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
    """What kind of thing was changed."""
    return str(_WHAT[undo.what])


def said_of(undo: Undo, collections: Sequence[Collection]) -> str:
    """The kind of thing, its name and how many sounds, as far as each is known: `Collection “Rain” (3 sounds)`.

    Args:
        undo: takes the change back.
        collections: as they are now; one that was renamed is called what it is called now.
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
