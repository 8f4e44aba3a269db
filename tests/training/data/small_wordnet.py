"""A WordNet of a few words in the format of wndb(5), written for tests."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

_LICENCE = "  1 This software and database is made for a test.  \n"


@dataclass(frozen=True, slots=True)
class Entry:
    """One sense: its words, its field, its definition, and the names of what is broader."""

    name: str
    words: tuple[str, ...]
    field: int
    gloss: str
    broader: tuple[str, ...] = ()


NOUNS = (
    Entry("animal", ("animal",), 5, "a living organism that can move by itself"),
    Entry(
        "dog", ("dog", "domestic_dog"), 5, 'a domesticated animal that barks; "the dog barked all night"', ("animal",)
    ),
    Entry("hunting", ("hunting_dog",), 5, "a dog used in hunting game", ("dog",)),
    Entry("terrier", ("terrier",), 5, "a small lively dog that barks and digs", ("hunting",)),
    Entry("basenji", ("basenji",), 5, "a small smooth-haired dog that does not bark", ("dog",)),
    Entry("cur", ("cur",), 5, "an offensive name for a dog", ("dog",)),
    Entry("frank", ("frank", "dog"), 13, "a smooth-textured sausage of minced beef"),
    Entry("bark", ("bark",), 20, "tough covering of the stems of trees"),
    Entry("goose", ("goose",), 5, "a web-footed bird that honks", ("animal",)),
)
VERBS = (
    Entry("cover", ("bark",), 35, "cover with tree bark"),
    Entry("sound", ("bark",), 32, "make the barking sounds of a dog"),
    Entry("yelp", ("yelp",), 32, "bark in a high-pitched tone, as a dog does", ("sound",)),
)


def make_wordnet(folder: Path) -> Path:
    """Writes the files of nouns, verbs and the list of adjectives."""
    folder.mkdir(parents=True, exist_ok=True)
    _write(folder, "noun", "n", NOUNS)
    _write(folder, "verb", "v", VERBS)
    (folder / "index.adj").write_text(f"{_LICENCE}electric a 1 0 1 0 00000100  \n", encoding="utf-8")
    (folder / "noun.exc").write_text("geese goose\n", encoding="utf-8")
    (folder / "verb.exc").write_text("", encoding="utf-8")
    return folder


def _write(folder: Path, name: str, part: str, entries: Sequence[Entry]) -> None:
    # Places have eight digits, so that a first pass with noughts knows all lengths.
    places = dict.fromkeys((entry.name for entry in entries), 0)
    for _ in range(2):
        lines, place = [], len(_LICENCE)
        for entry in entries:
            line = _line(entry, place, part, entries, places)
            places[entry.name] = place
            lines.append(line)
            place += len(line)
    (folder / f"data.{name}").write_text(_LICENCE + "".join(lines), encoding="utf-8")
    words = dict.fromkeys(word for entry in entries for word in entry.words)
    index = []
    for word in words:
        own = [f"{places[entry.name]:08d}" for entry in entries if word in entry.words]
        index.append(f"{word} {part} {len(own)} 0 {len(own)} 0 {' '.join(own)}  \n")
    (folder / f"index.{name}").write_text(_LICENCE + "".join(index), encoding="utf-8")


def _line(entry: Entry, place: int, part: str, entries: Sequence[Entry], places: dict[str, int]) -> str:
    words = " ".join(f"{word} 0" for word in entry.words)
    pointers = [f"@ {places[name]:08d} {part} 0000" for name in entry.broader]
    pointers += [f"~ {places[one.name]:08d} {part} 0000" for one in entries if entry.name in one.broader]
    links = " ".join((f"{len(pointers):03d}", *pointers))
    return f"{place:08d} {entry.field:02d} {part} {len(entry.words):02x} {words} {links} | {entry.gloss}  \n"
