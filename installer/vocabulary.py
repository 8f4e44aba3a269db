"""Makes resources/words/english.txt.gz: English words, and how often each describes a sound.

    python -m installer.vocabulary --dictionary american-english british-english --corpus meta.jsonl

The dictionaries are lists with one word per line (Debian's wamerican and wbritish, of SCOWL); the corpus is the
training's list of clips, whose captions and labels of the train split count, with AudioSet's ontology in `taxonomy/`
beside it. The UCS list comes from resources. resources/words/NOTICE.md names sources and licences.
"""

import argparse
import gzip
import json
import re
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from engine.audio.ucs import categories

TARGET = Path(__file__).parent.parent / "resources" / "words" / "english.txt.gz"
_WORD = re.compile(r"[a-z]{2,}")


def main() -> None:
    """Reads the lists and writes the file."""
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("--dictionary", type=Path, nargs="+", required=True)
    reader.add_argument("--corpus", type=Path, required=True, help="meta.jsonl")
    options = reader.parse_args()
    listed = {word for path in options.dictionary for word in path.read_text(encoding="utf-8").split()}
    english = {word for word in listed if _WORD.fullmatch(word)}
    names = {word.lower() for word in listed if _WORD.fullmatch(word.lower())} - english
    said = described(options.corpus)
    write(english, names - said.keys(), said)
    print(f"{len(english | names | said.keys())} words, {len(said)} of them said of sounds")


def described(corpus: Path) -> Counter[str]:
    """Counts each word in descriptions of sounds; words of UCS and of AudioSet's ontology count at least once."""
    said: Counter[str] = Counter()
    for line in corpus.read_text(encoding="utf-8").splitlines():
        clip = json.loads(line)
        if clip["split"] == "train":
            said.update(_words([*clip["captions"], *clip["labels"]]))
    ontology = json.loads((corpus.parent / "taxonomy" / "audioset-ontology.json").read_text(encoding="utf-8"))
    listed = [entry["name"] for entry in ontology]
    for category in categories():
        listed += [category.category, category.subcategory, category.explanation, *category.synonyms]
    for word in _words(listed):
        said[word] = max(1, said[word])
    return said


def write(english: set[str], names: set[str], said: Counter[str]) -> None:
    """Writes one word per line in alphabetical order, names with a minus; the same words give the same bytes."""
    words = sorted(english | names | said.keys())
    lines = [f"{word} {said[word]}" if word in said else f"{word} -" if word in names else word for word in words]
    with TARGET.open("wb") as raw, gzip.GzipFile("", "wb", mtime=0, fileobj=raw) as packed:
        packed.write("\n".join(lines).encode())


def _words(texts: Iterable[str]) -> list[str]:
    return [word for text in texts for word in _WORD.findall(text.lower())]


if __name__ == "__main__":
    main()
