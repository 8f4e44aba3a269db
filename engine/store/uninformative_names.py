"""Detects names that say nothing about a sound: ZOOM0001, REC_003, Track 12, a date."""

import functools

import numpy as np
from numpy.typing import NDArray

from engine.base.types import Ids
from engine.store.columns import CatalogueColumns
from engine.store.word_splitting import each_part, folder_name, parts

TELLS, EMPTY = 1, 2
"""The two classes of names: informative or not."""
_FEWEST_LETTERS = 3
"""Minimum letters of an informative word."""
_RECORDERS = (
    "zoom tascam sony olympus roland edirol marantz sennheiser rode nagra ambeo gopr gopro dsc dscn img mvi mov vid "
    "pxl rec recs recorded recorder recording recordings dcim sdcard card mic mics ste"
)
_PROGRAMS = (
    "untitled unnamed noname new copy temp tmp test final edit edited take takes trk track tracks audio clip clips "
    "region bounce bounced mixdown export exported render rendered stereo mono channel memo"
)
_FILES = "wav wave aif aiff flac mp3 ogg file files folder sound sounds sample samples sfx item"
_SAYS_NOTHING = frozenset(f"{_RECORDERS} {_PROGRAMS} {_FILES}".split())


def says_nothing(text: str, folder: str = "") -> bool:
    """Whether a name says nothing beyond its folder's name.

    Args:
        text: text of the name vector, see `engine.ingest.name_text.name_text`.
        folder: name of the folder, whose words do not count.
    """
    for part in each_part(text):
        word = part.lower()
        tells = len(word) >= _FEWEST_LETTERS and word.isalpha() and word not in _SAYS_NOTHING
        if tells and word not in _words_of(folder):
            return False
    return True


def empty_names(columns: CatalogueColumns, sounds: Ids) -> NDArray[np.int8]:
    """int8 [N]: TELLS or EMPTY for each of `sounds`, int64 [N], ascending; 0 for a missing one.

    Reads the whole library: some seconds for a million sounds.
    """
    folders = {id: folder_name(path) for id, path in columns.folder_paths().items()}
    numbers = columns.numbers("folder_id")
    ids, texts = columns.texts("name_text", "sound JOIN detail ON detail.sound_id = sound.id")
    letters, ends = texts.letters.tobytes(), np.cumsum(texts.lengths).tolist()
    at = np.searchsorted(numbers[:, 0], ids)
    found = np.zeros(len(ids), np.int8)
    start = 0
    for row, (end, folder) in enumerate(zip(ends, numbers[at, 1].tolist(), strict=True)):
        name = folders.get(int(folder), "") if folder == folder else ""  # nan: version 1 stored no folder
        found[row] = EMPTY if says_nothing(letters[start:end].decode(), name) else TELLS
        start = end
    places = np.minimum(np.searchsorted(ids, sounds), max(0, len(ids) - 1))
    return np.where(ids[places] == sounds, found[places], np.int8(0)) if len(ids) else np.zeros(len(sounds), np.int8)


@functools.lru_cache(maxsize=65_536)
def _words_of(folder: str) -> frozenset[str]:
    """The words of a folder's name; cached because many sounds share a folder."""
    return frozenset(word.lower() for word in parts(folder))
