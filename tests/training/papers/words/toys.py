"""Words made of numbers: every phoneme has a place in the space of features, every speaker bends it.

Half of the numbers say nothing of the word: a model learns which, warping without learning cannot.
"""

from collections.abc import Sequence

import numpy as np

from engine.features.speech.features import SpeechConfig
from training.papers.words.material import SpokenPart
from training.papers.words.phonemes import numbers_of, pronounce
from training.papers.words.settings import LearnConfig, ViewConfig, WordsConfig, WordsModelConfig

WORDS = ("seven", "open", "door", "water", "glass", "engine", "whistle", "hammer")
TELLING, IDLE = 6, 12
"""Numbers of a frame that say something of its phoneme, and that drift as they like."""
FEATURES = SpeechConfig(mels=18, coefficients=18, deltas=0)
SMALL = WordsModelConfig(
    acoustic=ViewConfig(layers=1, heads=2, width=16, inner=32, dropout=0.1),
    phonemes=ViewConfig(layers=1, heads=2, width=16, inner=32, dropout=0.1),
)


def small(**learn: object) -> WordsConfig:
    """Settings that learn the toy in seconds."""
    settings = {"batch": 32, "epochs": 3, "learning_rate": 2e-3, "threads": 1, **learn}
    return WordsConfig(features=FEATURES, model=SMALL, learn=LearnConfig(**settings))  # type: ignore[arg-type]


def toy(speakers: Sequence[str], takes: int = 4, words: Sequence[str] = WORDS, seed: int = 0) -> SpokenPart:
    """Words by speakers, each phoneme three to six frames long, with a speaker's own turn of the space and noise."""
    places = np.random.default_rng(99).normal(size=(46, TELLING))
    phonemes = tuple(tuple(numbers_of(pronounce(word))) for word in words)
    features, labels, who = [], [], []
    for number, name in enumerate(speakers):
        own = np.random.default_rng([seed, number])
        turn = np.eye(TELLING) + 0.15 * own.normal(size=(TELLING, TELLING))
        for label, said in enumerate(phonemes):
            for _ in range(takes):
                rows = np.concatenate([np.repeat(places[[each]], own.integers(3, 7), axis=0) for each in said])
                drift = np.cumsum(own.normal(size=(len(rows), IDLE)), axis=0)
                noisy = np.concatenate([rows @ turn + 0.4 * own.normal(size=rows.shape), drift], axis=1)
                features.append(((noisy - noisy.mean(axis=0)) / noisy.std(axis=0)).astype(np.float32))
                labels.append(label)
                who.append(name)
    return SpokenPart(tuple(features), np.array(labels), tuple(who), tuple(words), phonemes)
