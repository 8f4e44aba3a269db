"""What answers about spoken words say of themselves; apart, so that the window knows them without opening a model."""

NO_SPEECH = "Earshot has not listened for spoken words yet. Index the folders again to find them."
NOBODY_SPEAKS = "Nobody speaks in these sounds."
ONLY_WEAK = "Nobody is certain to say that; these are the nearest."


def unheard(count: int, sounds: int) -> str:
    """Says how many sounds that pass were not listened to yet."""
    return f"{count} of {sounds} sounds were not listened to for spoken words yet."
