"""Utterances as numbers: features, phonemes, and batches of them, drawn by seed and epoch.

Homophones are one word here: "two" and "too" have one label, as a phoneme view cannot tell them apart.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from engine.base.errors import AudioError
from engine.features.speech.features import Features, speech_features
from training.base.progress import follow
from training.papers.speech.augmentation import LEAST_S, cut_again, cuts, drawn_for, roughened
from training.papers.speech.recordings import read_speech, trimmed
from training.papers.words.phonemes import PAD, PronunciationError, numbers_of, pronounce
from training.papers.words.settings import WordsConfig
from training.papers.words.switchboard import SplitWord, frames_of
from training.papers.words.utterances import Utterance, WordsError, part, read_utterances
from training.runs.items import seed_of

LEAST_FRAMES = 2
"""Shorter segments are left out, as in the paper."""
_LONGEST_FILE_S = 30.0


@dataclass(frozen=True, slots=True)
class SpokenPart:
    """Words of one part as features."""

    features: tuple[Features, ...]
    labels: NDArray[np.int64]
    """[U], rows of `phonemes`."""
    speakers: tuple[str, ...]
    words: tuple[str, ...]
    """The first spelling of each label."""
    phonemes: tuple[tuple[int, ...], ...]
    """Of each label, numbers of training.papers.words.phonemes."""

    def __len__(self) -> int:
        return len(self.features)

    def chosen(self, rows: NDArray[np.int64]) -> "SpokenPart":
        """Returns some of the utterances, with only their own words."""
        used, labels = np.unique(self.labels[rows], return_inverse=True)
        return SpokenPart(
            tuple(self.features[row] for row in rows),
            labels.astype(np.int64),
            tuple(self.speakers[row] for row in rows),
            tuple(self.words[label] for label in used),
            tuple(self.phonemes[label] for label in used),
        )

    def by(self, speakers: Sequence[str]) -> "SpokenPart":
        """Returns the utterances of some speakers, at least one."""
        return self.chosen(np.flatnonzero(np.isin(np.array(self.speakers), list(speakers))))


@dataclass(frozen=True, slots=True)
class WordBatch:
    """Utterances and the distinct words among them."""

    sound: Tensor
    """float32 [B, F, D], padded with zeros."""
    lengths: Tensor
    """int64 [B], true frames."""
    labels: Tensor
    """int64 [B], rows of `phonemes`."""
    phonemes: Tensor
    """int64 [N, S], padded with PAD."""

    def to(self, device: torch.device) -> "WordBatch":
        moved = (part.to(device) for part in (self.sound, self.lengths, self.labels, self.phonemes))
        return WordBatch(*moved)


def measure(
    utterances: Sequence[Utterance],
    config: WordsConfig,
    report: Callable[[str], None] = lambda _: None,
    *,
    is_rough: bool = False,
) -> SpokenPart:
    """Reads all utterances and returns their features; counts and reports unusable ones.

    Args:
        utterances: to read.
        config: of the features and of rough copies.
        report: receives the counts.
        is_rough: whether to make rough copies of each, as the settings say.

    Raises:
        WordsError: nothing is left.
    """
    features: list[Features] = []
    labels: list[int] = []
    speakers: list[str] = []
    words: list[str] = []
    phonemes: list[tuple[int, ...]] = []
    left_out: list[str] = []
    too_long = 0
    copies = range(int(not config.rough.clean), 1 + config.rough.copies) if is_rough and config.rough.copies else (0,)
    known, label_of = dict[str, int](), dict[tuple[int, ...], int]()
    for each in follow(utterances, "hearing words"):
        try:
            label = known.get(each.word)
            if label is None:
                said = tuple(numbers_of(pronounce(each.word)))
                label = known[each.word] = label_of.setdefault(said, len(phonemes))
                if label == len(phonemes):
                    words.append(each.word)
                    phonemes.append(said)
            found = [_features(each, config, copy) for copy in copies]
        except (AudioError, PronunciationError) as err:
            left_out.append(f"{each.path} ({each.word}): {err}")
            continue
        if LEAST_FRAMES <= len(found[0]) <= config.longest_s / config.features.hop_s + 1:
            features += found
            labels += [label] * len(found)
            speakers += [each.speaker] * len(found)
        else:
            too_long += len(found[0]) > LEAST_FRAMES
            left_out.append(f"{each.path} ({each.word}): {len(found[0])} frames")
    if left_out:
        report(f"{len(left_out)} of {len(utterances)} utterances left out, first {left_out[0]}")
    if too_long:
        report(f"longer than {config.longest_s:g} s: {too_long}, left out by the recipe's longest_s")
    if not features:
        raise WordsError("no utterance can be used", advice=left_out[0] if left_out else "Give more words.")
    whole = SpokenPart(tuple(features), np.array(labels), tuple(speakers), tuple(words), tuple(phonemes))
    return whole.chosen(np.arange(len(features)))


def joined(first: SpokenPart, second: SpokenPart) -> SpokenPart:
    """Returns the utterances of both; equal phonemes are one word."""
    labels = {said: place for place, said in enumerate(first.phonemes)}
    words, phonemes = list(first.words), list(first.phonemes)
    for word, said in zip(second.words, second.phonemes, strict=True):
        if said not in labels:
            labels[said] = len(phonemes)
            words.append(word)
            phonemes.append(said)
    moved = np.array([labels[said] for said in second.phonemes])[second.labels]
    return SpokenPart(
        first.features + second.features,
        np.concatenate([first.labels, moved]),
        first.speakers + second.speakers,
        tuple(words),
        tuple(phonemes),
    )


def read_spoken(
    data: Sequence[str], config: WordsConfig, report: Callable[[str], None] = lambda _: None
) -> dict[str, SpokenPart]:
    """Reads the data for training and measuring, by part; leaves out parts without utterances.

    Args:
        data: NAME=DIR, see `training.papers.words.utterances`.
        config: of the split, the features and the rough copies of train.
        report: receives the size of each part, and what is left out.

    Raises:
        WordsError: an unknown name or folder, or nothing readable.
    """
    split = part(read_utterances(data), config.split)
    for name, utterances in split.items():
        people, words = len({each.speaker for each in utterances}), len({each.word for each in utterances})
        report(f"{name}: {len(utterances)} utterances of {words} words by {people} speakers")
    return {
        name: measure(utterances, config, report, is_rough=name == "train")
        for name, utterances in split.items()
        if utterances
    }


def batches(spoken: SpokenPart, size: int, seed: int, epoch: int, first: int = 0) -> Iterator[WordBatch]:
    """Yields the batches of an epoch from number `first` on: every utterance once, but for a last incomplete batch."""
    order = np.random.default_rng(seed_of(seed, epoch)).permutation(len(spoken))
    for number in range(first, batches_of(spoken, size)):
        yield batch_of(spoken, order[number * size : (number + 1) * size])


def batches_of(spoken: SpokenPart, size: int) -> int:
    """Returns the number of batches in an epoch; at least one, which then holds all utterances."""
    return max(1, len(spoken) // size)


def batch_of(spoken: SpokenPart, rows: NDArray[np.int64]) -> WordBatch:
    """Returns some utterances as a batch."""
    used, labels = np.unique(spoken.labels[rows], return_inverse=True)
    sound, lengths = padded([spoken.features[row] for row in rows])
    return WordBatch(sound, lengths, torch.from_numpy(labels), phoneme_rows([spoken.phonemes[label] for label in used]))


def padded(features: Sequence[Features]) -> tuple[Tensor, Tensor]:
    """Returns features padded with zeros, float32 [B, F, D], and their lengths, int64 [B]."""
    lengths = torch.tensor([len(each) for each in features])
    sound = torch.zeros(len(features), int(lengths.max()), features[0].shape[1])
    for row, each in enumerate(features):
        sound[row, : len(each)] = torch.from_numpy(each)
    return sound, lengths


def phoneme_rows(phonemes: Sequence[Sequence[int]]) -> Tensor:
    """Returns phonemes padded with PAD, int64 [N, S]."""
    rows = torch.full((len(phonemes), max(len(each) for each in phonemes)), PAD)
    for row, each in enumerate(phonemes):
        rows[row, : len(each)] = torch.tensor(each)
    return rows


def _features(each: Utterance, config: WordsConfig, copy: int) -> Features:
    """Returns the features of an utterance: copy 0 clean, the others roughened."""
    if each.stored is not None:
        return _stored(each.stored, config)
    rate = config.features.sample_rate_hz
    before_s, after_s = 0.0, 0.0
    rng = drawn_for(f"{each.path.name}\n{each.start_s:.3f}", copy)
    if copy:
        before_s, after_s = cuts(config.rough, rng)
    if each.end_s is None:
        samples = trimmed(read_speech(each.path, rate, each.start_s, _LONGEST_FILE_S), rate)
        samples = cut_again(samples, rate, before_s, after_s)
    else:
        start_s = max(0.0, each.start_s - before_s)
        end_s = max(start_s + LEAST_S, each.end_s + after_s)
        samples = read_speech(each.path, rate, start_s, end_s, channel=each.channel)
    return speech_features(roughened(samples, rate, config.rough, rng) if copy else samples, config.features)


def _stored(word: SplitWord, config: WordsConfig) -> Features:
    """Returns precomputed features unchanged, without rough copies."""
    frames = frames_of(word)
    if frames.shape[1] != config.features.width:
        raise WordsError(
            f"the features in {word.path} have {frames.shape[1]} numbers a frame, the recipe's {config.features.width}",
            advice="Set features.coefficients and features.deltas so that they are alike, as 13 and 2 for 39.",
        )
    return frames
