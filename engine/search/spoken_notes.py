"""What answers about spoken words say of themselves; apart, so that the window knows them without opening a model."""

NO_SPEECH = "Nothing was listened to for spoken words yet; indexing the folders again does that."
NOBODY_SPEAKS = "In these sounds nobody was heard speaking."
ONLY_WEAK = "Nobody was surely heard saying that; these are the nearest."


def unheard(count: int, sounds: int) -> str:
    """Says how many sounds that pass were not listened to yet."""
    return f"{count} of {sounds} sounds were not listened to for spoken words yet."
