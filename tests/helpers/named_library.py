"""A library whose names state kinds: four that match their sound, dogs that sound like nothing, and CatIDs."""

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tests.helpers.sounds import write
from tests.helpers.tiny_library import earshot
from tests.helpers.tiny_pack import RATE_HZ, make_tiny_pack, noise, tone

_KINDS = {"hum": 100.0, "horn": 600.0, "bell": 1500.0, "whistle": 4000.0}
_PEOPLE = ("Anna", "Bert", "Cleo", "Dora", "Emil", "Fritz", "Gina", "Hugo")
_BESIDE_HZ = (150.0, 250.0, 400.0, 900.0, 2200.0, 3000.0, 5000.0, 7000.0)
"""Softer tones beside each person's sounds, so that no two are the same recording."""
TRICKY = "Bell of <b title=x>Ida & Co.wav"
WHISTLE_S = (5.3, 5.8)
"""Where the whistle is, with pauses, in the sound that begins with a horn."""
ODDITY = "Oddity.wav"
"""Near no other sound."""


def make_named_library(folder: Path, *, has_pauses: bool = False) -> None:
    """Writes 75 sounds into `s` and indexes them into `library`, with a tiny pack of its own.

    The whistle after a horn follows it at once, or with silence before and after it.
    """
    sounds = folder / "s"
    for kind, hz in _KINDS.items():
        for number, person in enumerate(_PEOPLE):
            write(sounds / person / f"{kind.capitalize()} of {person}.wav", _heard(hz, number), RATE_HZ)
    for number, person in enumerate(_PEOPLE):
        dog = _heard(list(_KINDS.values())[number % 4], number)
        write(sounds / person / f"Dog of {person}.wav", dog, RATE_HZ)
        for cat_id, hz in (("BELLHand", 600.0), ("DOORMetl", 4000.0), ("WINDGust", 1500.0), ("DOORWood", 100.0)):
            write(sounds / "ucs" / f"{cat_id}_{person} {number}.wav", _heard(hz, number), RATE_HZ)
    pauses = [np.zeros(round(seconds * RATE_HZ), np.float32) for seconds in (WHISTLE_S[0] - 1.0, 2.2)]
    apart = [tone(600.0, 1.0), pauses[0], tone(4000.0, WHISTLE_S[1] - WHISTLE_S[0]), pauses[1]]
    late = np.concatenate(apart if has_pauses else [tone(600.0, 4.0), tone(4000.0, 2.0)])
    write(sounds / "Zoe" / "Whistle behind a horn.wav", late, RATE_HZ)
    write(sounds / "Zoe" / TRICKY, tone(1500.0, 0.5), RATE_HZ)
    write(sounds / "Zoe" / ODDITY, noise(0.5), RATE_HZ)
    pack = make_tiny_pack(folder / "library" / "packs" / "tiny")
    earshot("index", "--json", "--library", folder / "library", "--pack", pack, sounds)


def _heard(hz: float, number: int) -> NDArray[np.float32]:
    """Returns a short tone with a softer one beside it."""
    return tone(hz, 0.5, 0.5) + tone(_BESIDE_HZ[number], 0.5, 0.15)
