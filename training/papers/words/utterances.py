"""Lists spoken words: recordings of digits, folders of words, aligned speech, words made here.

A reader only lists; `training.papers.words.material` reads the waves. `NAME=DIR` names the reader of a folder.
"""

import hashlib
import json
import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.audio.files import AUDIO_SUFFIXES
from engine.base.errors import EngineError
from engine.base.identifiers import below, file_name
from training.papers.speech.alignments import AlignedStretch, read_ctm, read_textgrid
from training.papers.words.phonemes import PronunciationError, pronounce
from training.papers.words.settings import SplitConfig
from training.papers.words.switchboard import SplitWord, read_split_words

DIGITS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
MADE = "words.jsonl"
"""The list in a folder that `training.papers.words.synthesis` made."""
_DIGIT = re.compile(r"(\d)_([^_]+)_\d+")
_SPEAKER = re.compile(r"[^_-]+")
PARTS = ("train", "val", "speakers", "words", "both")
"""train; val: its own speakers, words of train. Tests: `speakers` new speakers with words of train, `words` new
words by speakers of train, `both` new words by new speakers.
"""
GIVEN_PARTS = ("train", "val", "test")
"""Parts of a corpus that brings its own."""


class WordsError(EngineError):
    """Unreadable words, or too few of them."""


@dataclass(frozen=True, slots=True)
class Utterance:
    """One spoken word, or phrase."""

    word: str
    speaker: str
    path: Path
    start_s: float = 0.0
    end_s: float | None = None
    """End in its file; None: the whole file without silence at its ends."""
    part: str = ""
    """Its corpus's own part; empty: drawn."""
    channel: int | None = None
    """Of a file with a speaker per channel; None: all channels, mixed."""
    stored: SplitWord | None = None
    """Place of its precomputed features, if any."""


def read_utterances(places: Sequence[str]) -> list[Utterance]:
    """Lists the words of several places, NAME=DIR with a name of READERS, in a fixed order.

    Raises:
        WordsError: an unknown name, or a folder in which its reader finds nothing.
        AlignmentError: an unreadable alignment.
    """
    found: list[Utterance] = []
    for place in places:
        name, _, folder = place.partition("=")
        if name not in READERS or not folder:
            raise WordsError(f"{place} names no words", advice=f"Give NAME=DIR, NAME one of {', '.join(READERS)}.")
        listed = READERS[name](Path(folder))
        if not listed:
            raise WordsError(f"no spoken words in {folder}", advice=f"{name} looks for {_LOOKS_FOR[name]}.")
        found += listed
    return found


def read_digits(folder: Path) -> list[Utterance]:
    """Lists the Free Spoken Digit Dataset: DIGIT_SPEAKER_TAKE.flac."""
    matches = [(_DIGIT.fullmatch(path.stem), path) for path in _sounds(folder)]
    return [Utterance(DIGITS[int(match[1])], match[2], path) for match, path in matches if match is not None]


def read_folders(folder: Path) -> list[Utterance]:
    """Lists folders named after their word; a file's speaker is the part of its name before the first _ or -.

    Fits WORD/SPEAKER_nohash_0.wav (Speech Commands) and WORD/anna-2.flac; skips "_background_noise_".
    """
    return [
        Utterance(path.parent.name.replace("_", " "), _speaker_of(path.stem), path)
        for path in _sounds(folder)
        if path.parent != folder and not path.parent.name.startswith("_")
    ]


def read_made(folder: Path) -> list[Utterance]:
    """Lists a folder that `training.papers.words.synthesis` made, or recordings listed in the same way.

    Skips rows whose `text` is "gloss": their word is in another language than spoken.

    Raises:
        WordsError: its list is damaged.
    """
    listing = folder / MADE
    if not listing.exists():
        return []
    try:
        rows = [json.loads(line) for line in listing.read_text(encoding="utf-8").splitlines()]
        spoken = [row for row in rows if row.get("text") != "gloss"]
        return [Utterance(row["word"], file_name(row["speaker"]), below(folder, row["path"])) for row in spoken]
    except (OSError, UnicodeDecodeError, ValueError, KeyError) as err:
        raise WordsError(f"cannot read {listing}: {err}", advice="Make the words again.") from err


def read_aligned(folder: Path) -> list[Utterance]:
    """Lists the words of aligned recordings: a TextGrid beside each, or any CTM of the folder that names its stem.

    The speaker is the recording's folder; for recordings in DIR itself, the part of the name before the first _ or -.
    """
    timed: dict[str, list[AlignedStretch]] = {}
    for path in sorted(folder.rglob("*.ctm")):
        for name, stretches in read_ctm(path).items():
            timed.setdefault(name, []).extend(stretches)
    found: list[Utterance] = []
    for path in _sounds(folder):
        beside = [path.with_suffix(suffix) for suffix in (".TextGrid", ".textgrid")]
        grid = next((each for each in beside if each.exists()), None)
        stretches = read_textgrid(grid) if grid is not None else timed.get(path.stem, [])
        speaker = _speaker_of(path.stem) if path.parent == folder else path.parent.name
        found += [Utterance(each.label, speaker, path, each.start_s, each.end_s) for each in stretches]
    return found


def read_switchboard(folder: Path) -> list[Utterance]:
    """Lists Kamper's split of Switchboard through `training.papers.words.switchboard`; it keeps its own parts.

    Raises:
        SwitchboardError: a malformed name, or missing audio.
    """
    return [
        Utterance(
            each.word, each.side, each.path, each.start_s, each.end_s, each.part, each.channel,
            each if each.key else None,
        )
        for each in read_split_words(folder)
    ]  # fmt: skip


READERS: dict[str, Callable[[Path], list[Utterance]]] = {
    "digits": read_digits,
    "folders": read_folders,
    "aligned": read_aligned,
    "made": read_made,
    "switchboard": read_switchboard,
}
_LOOKS_FOR = {
    "digits": "DIGIT_SPEAKER_TAKE.flac",
    "folders": "WORD/SPEAKER_TAKE.wav",
    "aligned": "recordings with a TextGrid beside them, or a CTM",
    "made": f"{MADE}, as `earshot-train words make` writes it",
    "switchboard": "train, dev and test with a list in each, or swbd.train.npz, or train/mfcc.scp",
}


def _sounds(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.suffix.casefold() in AUDIO_SUFFIXES)


def _speaker_of(stem: str) -> str:
    found = _SPEAKER.match(stem)
    return found.group() if found else stem


def part(utterances: Sequence[Utterance], config: SplitConfig) -> dict[str, list[Utterance]]:
    """Returns the utterances of each part; new words by speakers of val belong to none.

    Raises:
        WordsError: a named speaker is missing, nobody is left to learn from, or only some words bring their own parts.
    """
    own = {bool(each.part) for each in utterances}
    if own == {True}:
        return _as_given(utterances)
    if len(own) > 1:
        raise WordsError(
            "some words have parts of their own and some are drawn into parts",
            advice="Give switchboard=DIR alone.",
        )
    speakers = sorted({each.speaker for each in utterances})
    missing = sorted({*config.named_val, *config.named_test} - set(speakers))
    if missing:
        raise WordsError(f"nobody is called {missing[0]}", advice=f"Speakers: {', '.join(speakers[:20])}.")
    free = [name for name in speakers if name not in (*config.named_val, *config.named_test)]
    order = ranked(free, f"speaker {config.seed}")
    test = set(config.named_test or order[: config.test_speakers])
    rest = [name for name in order if name not in test]
    val = set(config.named_val or rest[: config.val_speakers])
    said = {word: _said(word) for word in {each.word for each in utterances}}
    words = ranked(set(said.values()), f"word {config.seed}")
    new = set(words[: round(config.test_words * len(words))])
    found: dict[str, list[Utterance]] = {name: [] for name in PARTS}
    for each in utterances:
        name = _part_of(each.speaker in test, each.speaker in val, said[each.word] in new)
        if name:
            found[name].append(each)
    if not found["train"] or not found["val"]:
        raise WordsError(
            f"{len(speakers)} speakers leave nobody to learn from or to look at",
            advice="Hold out fewer with split.val_speakers and split.test_speakers.",
        )
    return found


def _as_given(utterances: Sequence[Utterance]) -> dict[str, list[Utterance]]:
    found = {name: [each for each in utterances if each.part == name] for name in GIVEN_PARTS}
    if not found["train"] or not found["val"]:
        raise WordsError("there is no train or no dev part", advice="Put the lists or archives of both there.")
    return found


def ranked(names: Collection[str], seed: str) -> list[str]:
    """Returns names in a pseudo-random order by their own hashes."""
    return sorted(names, key=lambda name: (hashlib.blake2b(f"{seed}\n{name}".encode(), digest_size=8).digest(), name))


def _said(word: str) -> str:
    """Returns a word's phonemes, or the word itself if it has no pronunciation and is left out later."""
    try:
        return " ".join(pronounce(word))
    except PronunciationError:
        return word


def _part_of(is_test: bool, is_val: bool, is_new: bool) -> str:
    if is_test:
        return "both" if is_new else "speakers"
    if is_val:
        return "" if is_new else "val"
    return "words" if is_new else "train"
