"""All harnesses by name. Importing it imports every parser, so whoever instruments does so before."""

from tests.fuzz import lines, owner, packs, sound_files, spotting, stores, user_data, window, words
from tests.fuzz.harness import Harness

HARNESSES: dict[str, Harness] = {
    harness.name: harness
    for part in (words, lines, packs, user_data, spotting, owner, stores, window, sound_files)
    for harness in part.HARNESSES
}
