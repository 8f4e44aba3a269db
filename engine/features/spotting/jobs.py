"""What was picked for a spotting list, for threads that own no `Library`.

Each call opens the catalogue of a library's folder for itself, so that long work holds up nobody.
"""

from pathlib import Path

import numpy as np

from engine.features.spotting.picks import PickedSound
from engine.features.spotting.spotting_list import SpottingList
from engine.store.catalogue import Catalogue


def picked(library: Path, kept: SpottingList) -> list[PickedSound]:
    """Gives what was picked for a list's cues, as far as the library has it: by its path, else by id and name."""
    found = []
    with Catalogue.open(library, read_only=True) as catalogue:
        for row in kept.rows:
            pick = row.pick
            if pick is None:
                continue
            id = catalogue.files.at(pick.path) or pick.sound
            for sound in catalogue.sounds.many(catalogue.sounds.there(np.array([id], dtype=np.int64))):
                if sound.path == pick.path or sound.path.name == pick.path.name:
                    found.append(PickedSound(row, sound, pick.start_s, pick.end_s))
    return found
