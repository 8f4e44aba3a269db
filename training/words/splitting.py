"""Holds out speakers and words: what is trained on, what is looked at, and three ways of being new.

Which are held out depends on their names alone, so that more words or speakers move nobody but themselves. Words that
are said alike go together: "two" is no new word to who has learnt "too".
"""

import hashlib
from collections.abc import Collection, Sequence

from training.words.phonemes import PronunciationError, pronounce
from training.words.settings import SplitConfig
from training.words.utterances import Utterance, WordsError

PARTS = ("train", "val", "speakers", "words", "both")
"""train; val: its own speakers, words of train. Tests: `speakers` new speakers with words of train, `words` new words
by speakers of train, `both` new words by new speakers."""


def part(utterances: Sequence[Utterance], config: SplitConfig) -> dict[str, list[Utterance]]:
    """Gives the utterances of each part; new words by speakers of val go to none.

    Raises:
        WordsError: a speaker that is named and not there, or nobody left to learn from.
    """
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


def ranked(names: Collection[str], seed: str) -> list[str]:
    """Gives names in an order that looks drawn, each placed by its own hash."""
    return sorted(names, key=lambda name: (hashlib.blake2b(f"{seed}\n{name}".encode(), digest_size=8).digest(), name))


def _said(word: str) -> str:
    """Gives a word's phonemes, or where nobody can say it, which leaves it out later, the word."""
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
