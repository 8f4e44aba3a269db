"""What a training says in English, in the user's language: why sounds are left out, and what else there is to note.

The training knows no translations. Its reasons and notes come from few patterns, which are matched here; what matches
none is shown as it is. Its faults and their advice are shown as they are too, as the engine's are.
"""

import re

from desktop.translation import Phrase, phrase

_REASONS = (
    phrase("TrainingNotes", "the audio file is not there"),
    phrase("TrainingNotes", "nothing says what is heard in it"),
    phrase("TrainingNotes", "an exclusion list names it"),
    phrase("TrainingNotes", "the audio cannot be read"),
    phrase("TrainingNotes", "its row in the list cannot be read"),
    phrase("TrainingNotes", "its drive is not connected"),
    phrase("TrainingNotes", "it is shorter than a twentieth of a second"),
    phrase("TrainingNotes", "there are more sounds than are learnt from at once"),
    phrase("TrainingNotes", "its terms forbid training"),
    phrase("TrainingNotes", "its licence forbids commercial use (NC)"),
    phrase("TrainingNotes", "its licence forbids changes (ND)"),
    phrase("TrainingNotes", "its licence allows academic, personal or test use only"),
    phrase("TrainingNotes", "all rights are reserved"),
    phrase("TrainingNotes", "it is under a vendor's terms"),
    phrase("TrainingNotes", "a copyright is stated and no licence that allows training"),
    phrase("TrainingNotes", "it is of a vendor's library"),
    phrase("TrainingNotes", "its licence is not known here"),
    phrase("TrainingNotes", "no licence is stated"),
)
"""Why a sound is left out."""
REASONS = {known.text: known for known in _REASONS}

_NOTES = (
    phrase("TrainingNotes", "%1 sounds are kept although %2"),
    phrase("TrainingNotes", "the list has no train, val and test part each: all sounds are parted anew"),
    phrase("TrainingNotes", "it starts from %1 instead of %2"),
    phrase(
        "TrainingNotes",
        "no weights could be read back: it starts from nothing, for which small material is not enough",
    ),
    phrase("TrainingNotes", "%1 sounds are too few to fit how sure a score is: that is kept from %2"),
    phrase("TrainingNotes", "%1 of the way from the start to step %2 is taken: it did best"),
)
_PLACE = re.compile(r"%([1-9])")


def reason(text: str) -> str:
    """Why sounds are left out: a line of its own."""
    return _capital(_of_reason(text))


def note(text: str) -> str:
    """What else there is to say: a line of its own."""
    for known in _NOTES:
        found = _pattern(known).fullmatch(text)
        if found is not None:
            values = [_of_reason(value) for value in found.groups()]
            return _capital(_PLACE.sub(lambda place: values[int(place[1]) - 1], str(known)))  # noqa: B023
    return _capital(text)


def _of_reason(text: str) -> str:
    return str(REASONS.get(text, text))


def _pattern(known: Phrase) -> re.Pattern[str]:
    return re.compile(_PLACE.sub("(.+)", re.escape(known.text).replace(r"\%", "%")))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
