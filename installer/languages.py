"""Makes resources/languages: names of sounds in German, French, Spanish, Italian, Portuguese and Dutch.

    python -m installer.languages --dictd DIR

DIR holds the files of Debian's packages dict-freedict-*-eng and dict-freedict-eng-*, 2022.04.21-1 (usr/share/dictd).
Needs simplemma, whose lists give the forms of a word, so that nothing has to know them at run time. Our own
installer/sound_words.tsv takes precedence over the dictionaries, which have few words for sounds;
installer/function_words.tsv has the function words. Keeps translations into words that describe sounds
(resources/words). resources/languages/NOTICE.md names sources and licences.

A line of the result is a word without accents, a tab, and its translations separated by bars, the likeliest first; or
after a `=` the word that it is a form of. Lines are in byte order, for `engine.search.languages`.
"""

import argparse
import csv
import gzip
import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

from simplemma.strategies.dictionaries.dictionary_factory import DefaultDictionaryFactory

from engine.search.english import english
from engine.search.languages import LANGUAGES, bases, folded
from engine.search.query_parser import is_function_word

HERE = Path(__file__).parent
TARGET = HERE.parent / "resources" / "languages"
_HEAD = re.compile(r"(\S.*?) /[^/]*/(?: <[^>]*>)*")
_ASIDE = re.compile(r"<[^>]*>|\[[^\]]*\]|\([^)]*\)")
_MOST = 3
"""Translations kept per word."""
_OWN, _LABELLED, _BACK = 2.0, 0.3, 0.5
"""Weights of a word of our table, a technical meaning ([techn.]), and a dictionary into the language."""
_LONGEST = 18
"""Letters of a word; longer German ones are compounds."""
_OFTEN = 3
"""Least count of both words of a translation in descriptions of sounds; below, it is the name of some machine part."""
_SHORT = {"deu": "de", "fra": "fr", "spa": "es", "ita": "it", "por": "pt", "nld": "nl"}

Support = dict[str, dict[str, float]]
"""Evidence for each translation of each word."""


def main() -> None:
    """Reads the dictionaries and writes one file per language."""
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("--dictd", type=Path, required=True)
    options = reader.parse_args()
    said = {word: count for word, count in english().words.items() if count}
    for language in LANGUAGES:
        support = _support(language, options.dictd, said)
        words = {word: "|".join(_best(found, said)) for word, found in support.items()}
        forms = _forms(language, words, {folded(word) for word, _ in _own(language)})
        lines = {word: best for word, best in words.items() if word not in forms} | _function_words(language)
        forms = {form: base for form, base in forms.items() if form not in lines}
        _write(language, lines | forms)
        print(f"{language}: {len(lines)} words, {len(forms)} forms")


def _support(language: str, folder: Path, said: dict[str, int]) -> Support:
    support: Support = defaultdict(lambda: defaultdict(float))
    seen: Counter[str] = Counter()
    for word, ours in _own(language):
        support[folded(word)][ours] += _OWN / (1 + seen[word])
        seen[word] += 1
    seen.clear()
    for word, other, is_labelled in _entries(folder / f"freedict-{language}-eng.dict.dz"):
        target = re.sub(r"^(to|a|an|the) ", "", other.lower())
        if _is_word(word) and _is_said(target, said):
            support[folded(word)][target] += (_LABELLED if is_labelled else 1.0) / (1 + seen[word])
            seen[word] += 1
    seen.clear()
    for head, word, is_labelled in _entries(folder / f"freedict-eng-{language}.dict.dz"):
        if _is_word(word) and _is_said(head.lower(), said):
            counts = _BACK * (_LABELLED if is_labelled else 1.0) / (1 + seen[head])
            support[folded(word)][head.lower()] += counts
            seen[head] += 1
    return support


def _entries(path: Path) -> Iterator[tuple[str, str, bool]]:
    """Yields head words with each of their translations, and whether that is technical."""
    head = ""
    with gzip.open(path, "rt", encoding="utf-8", errors="replace") as lines:
        for line in lines:
            line = line.rstrip("\n")
            found = _HEAD.fullmatch(line)
            if found:
                head = found[1]
            elif head and line.strip() and not line.startswith("   ") and not line.lstrip().startswith("see:"):
                plain = re.sub(r"^\s*\d+\.\s*", "", _ASIDE.sub("", line)).replace("\u2010", "-")
                for part in re.split(r"[,;]", plain):
                    if part.strip():
                        yield head, " ".join(part.split()).strip(" .!?"), "[" in line


def _own(language: str) -> Iterator[tuple[str, str]]:
    with (HERE / "sound_words.tsv").open(encoding="utf-8", newline="") as table:
        for row in csv.DictReader(table, delimiter="\t"):
            for word in row[language].split("/"):
                yield word, row["eng"]


def _function_words(language: str) -> dict[str, str]:
    rows = (HERE / "function_words.tsv").read_text(encoding="utf-8").splitlines()
    words = next(row.split("\t")[1].split() for row in rows if row.startswith(language))
    pairs = (word.partition("=") for word in words)
    return {folded(word): target for word, _, target in pairs}


def _best(found: dict[str, float], said: dict[str, int]) -> list[str]:
    """Returns the likeliest translations, by evidence and by their use for sounds."""

    def weight(target: str) -> float:
        least = min(said.get(word, 0) for word in target.split())
        return found[target] * (1 + math.log10(1 + least))

    return sorted(found, key=lambda target: (-weight(target), target))[:_MOST]


def _forms(language: str, words: dict[str, str], sounding: set[str]) -> dict[str, str]:
    """Returns forms of the words, each with its word; a form of our own word is never a word itself."""
    found = {}
    for form, lemma in DefaultDictionaryFactory().get_dictionary(_SHORT[language]).items():
        own, base = folded(_text(form)), folded(_text(lemma))
        if own.isalpha() and own != base and (base in sounding if own in words else base in words):
            found[own] = f"={base}"
    for word in {*words, *found} - sounding:
        base = next((base for base in bases(word, language) if base in sounding), None)
        if base is not None:
            found[word] = f"={base}"
    kept = {form: base for form, base in found.items() if form not in sounding}
    for form, base in kept.items():  # "fliegt" of "fliegen" of "fliege"
        seen = {form}
        while base[1:] in kept and base not in seen:
            seen.add(base)
            base = kept[base[1:]]
        kept[form] = base
    return kept


def _text(kept: bytes | str) -> str:
    return kept if isinstance(kept, str) else kept.decode()


def _write(language: str, lines: dict[str, str]) -> None:
    rows = sorted(f"{word}\t{rest}".encode() for word, rest in lines.items())
    TARGET.mkdir(exist_ok=True)
    with (TARGET / f"{language}.txt.gz").open("wb") as raw, gzip.GzipFile("", "wb", mtime=0, fileobj=raw) as packed:
        packed.write(b"\n".join(rows))


def _is_word(word: str) -> bool:
    return word.isalpha() and 1 < len(word) <= _LONGEST


def _is_said(target: str, said: dict[str, int]) -> bool:
    words = target.split()
    least = 1 if len(words) == 1 else _OFTEN
    is_known = 0 < len(words) <= 2 and all(said.get(word, 0) >= least for word in words)
    return is_known and not all(map(is_function_word, words))


if __name__ == "__main__":
    main()
