"""Resynthesises anyone's speech in the inverter's voice, and measures whether words stay and the speaker changes.

Words: the average precision with which a resynthesised recording is found near recordings of the same word, by a given
distance: acoustic word embeddings, or MFCCs and dynamic time warping. Speaker: a logistic regression, trained to tell
real recordings of the source speakers from those of the target voice, names the speaker.
"""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
import soxr
from numpy.typing import NDArray
from sklearn.linear_model import LogisticRegression  # type: ignore[import-untyped]
from sklearn.pipeline import make_pipeline  # type: ignore[import-untyped]
from sklearn.preprocessing import StandardScaler  # type: ignore[import-untyped]

from engine.base.errors import EngineError
from engine.base.types import Waves
from engine.features.speech.features import SpeechConfig, speech_features
from engine.features.speech.words_model import WordsModel
from training.base.progress import follow
from training.measures.dtw import dtw_matrix
from training.papers.units.checkpoint import UnitsCheckpoint
from training.papers.units.inference import codes_of, speak, vectors_of
from training.papers.units.recordings import FrameRecording

Apart = Callable[[Sequence[Waves], Sequence[Waves]], NDArray[np.floating]]
"""Distances of waves to others, [N, M], at the features' rate."""
Embed = Callable[[Sequence[Waves]], NDArray[np.floating]]
"""Vectors of waves, [N, D]."""
_HELD_OUT = 5
"""Every fifth real recording of a speaker tests the probe; the others train it."""


@dataclass(frozen=True, slots=True)
class ResynthesisFigures:
    """How well speech of unseen speakers was resynthesised."""

    word_ap: float
    """Resynthesised against real recordings: 1 if all pairs of one word rank first."""
    original_ap: float
    """Real recordings against themselves, each without itself."""
    chance_ap: float
    """The share of pairs of one word."""
    target_share: float
    """Share of resynthesised recordings that the probe gives to the target's voice."""
    source_share: float
    """Share of resynthesised recordings that the probe gives to their original speaker."""
    probe_accuracy: float
    """On held-out real recordings: whether the probe is credible."""
    sounds: int
    voice: str

    def record(self) -> dict[str, float | int | str]:
        return asdict(self)


def respeak(checkpoint: UnitsCheckpoint, sounds: Sequence[FrameRecording], device: str = "cpu") -> list[Waves]:
    """Returns each sound in the inverter's voice, float32 [T] at the features' rate.

    Args:
        device: where both run; Griffin and Lim's rounds run on the CPU.

    Raises:
        CheckpointError: no inverter was trained.
    """
    inverter, model = checkpoint.inverting().to(device), checkpoint.model().to(device)
    vectors = vectors_of(model, codes_of(model, [each.features for each in sounds]))
    return [
        speak(inverter, vector, checkpoint.config, len(each.features))
        for vector, each in zip(follow(vectors, "saying sounds again"), sounds, strict=True)
    ]


def by_warping(config: SpeechConfig) -> Apart:
    """Returns the distance without learning: dynamic time warping of MFCCs with their mean removed."""

    def apart(first: Sequence[Waves], second: Sequence[Waves]) -> NDArray[np.floating]:
        return dtw_matrix(*([_centred(wave, config) for wave in waves] for waves in (first, second)))

    return apart


def by_embedding(embed: Embed) -> Apart:
    """Returns an embedder's distance: 1 - cosine."""

    def apart(first: Sequence[Waves], second: Sequence[Waves]) -> NDArray[np.floating]:
        one, two = (np.asarray(embed(waves), dtype=np.float64) for waves in (first, second))
        one, two = (each / np.maximum(np.linalg.norm(each, axis=1, keepdims=True), 1e-12) for each in (one, two))
        distances: NDArray[np.float64] = 1.0 - one @ two.T
        return distances

    return apart


def embedder(pack: Path, sample_rate_hz: int) -> Embed:
    """Returns the embedder of a words pack for waves at a rate; waves beyond its length are cut.

    Raises:
        PackError: no words pack, or a damaged one.
    """
    model = WordsModel(pack)
    own_hz, most = model.info.sample_rate_hz, int(model.settings.longest_s * model.info.sample_rate_hz)

    def embed(waves: Sequence[Waves]) -> NDArray[np.floating]:
        return model.hear([soxr.resample(wave, sample_rate_hz, own_hz)[:most] for wave in waves])

    return embed


def check(sounds: Sequence[FrameRecording], said: Sequence[Waves], target: Sequence[FrameRecording], voice: str,
          apart: Apart, config: SpeechConfig) -> ResynthesisFigures:  # fmt: skip
    """Measures resynthesised speech.

    Args:
        sounds: the originals, with samples and words.
        said: the result for each.
        target: real recordings of the inverter's voice, with samples.
        apart: the distance for words.
        config: of the probe's features.

    Raises:
        EngineError: too few recordings, or none of two words.
    """
    word_ap, original_ap, chance_ap = kept_words(sounds, said, apart)
    probe = _Probe(sounds, target, voice, config)
    heard = probe.names([*said])
    return ResynthesisFigures(
        word_ap,
        original_ap,
        chance_ap,
        float(np.mean([name == voice for name in heard])),
        float(np.mean([name == each.recording.speaker for name, each in zip(heard, sounds, strict=True)])),
        probe.accuracy,
        len(sounds),
        voice,
    )


def kept_words(sounds: Sequence[FrameRecording], said: Sequence[Waves], apart: Apart) -> tuple[float, float, float]:
    """Returns word AP of resynthesised speech, of the originals, and chance, as in `ResynthesisFigures`.

    Raises:
        EngineError: recordings of fewer than two words.
    """
    words = np.array([each.recording.word for each in sounds])
    if len(set(words.tolist()) - {""}) < 2:
        raise EngineError("words are told apart by recordings of two or more", advice="Name parts with words, as fsdd.")
    real = [each.samples for each in sounds]
    same = words[:, None] == words[None]
    others = ~np.eye(len(words), dtype=bool)
    found, original = (pair_precision(apart(waves, real)[others], same[others]) for waves in (said, real))
    return found, original, float(same[others].mean())


def pair_precision(distances: NDArray[np.floating], is_right: NDArray[np.bool_]) -> float:
    """Returns the mean over right pairs of the precision at their place, nearest first; ties keep their order."""
    ranked = is_right[np.argsort(distances, kind="stable")]
    precision = np.cumsum(ranked) / np.arange(1, len(ranked) + 1)
    return float(precision[ranked].mean()) if ranked.any() else 0.0


class _Probe:
    """Tells speakers apart by the mean and spread of their MFCCs."""

    def __init__(
        self, sounds: Sequence[FrameRecording], target: Sequence[FrameRecording], voice: str, config: SpeechConfig
    ) -> None:
        self._config = config
        waves = [each.samples for each in [*sounds, *target]]
        names = np.array([each.recording.speaker for each in sounds] + [voice] * len(target))
        place = np.zeros(len(names), dtype=np.int64)
        for name in np.unique(names):
            place[names == name] = np.arange(int((names == name).sum()))
        tried = place % _HELD_OUT == _HELD_OUT - 1
        if len(np.unique(names[~tried])) < 2 or not tried.any():
            raise EngineError("a speaker probe needs five recordings of two speakers", advice="Give more recordings.")
        heard = self._heard(waves)
        self._told = make_pipeline(StandardScaler(), LogisticRegression(max_iter=2000))
        self._told.fit(heard[~tried], names[~tried])
        self.accuracy = float((self._told.predict(heard[tried]) == names[tried]).mean())

    def names(self, waves: Sequence[Waves]) -> list[str]:
        """Names the speaker of each."""
        return [str(name) for name in self._told.predict(self._heard(waves))]

    def _heard(self, waves: Sequence[Waves]) -> NDArray[np.float64]:
        # Without the first coefficient, which is the level.
        frames = [speech_features(wave, self._config).astype(np.float64)[:, 1:] for wave in waves]
        return np.stack([np.concatenate([each.mean(axis=0), each.std(axis=0)]) for each in frames])


def _centred(wave: Waves, config: SpeechConfig) -> NDArray[np.float32]:
    features = speech_features(wave, config)
    centred: NDArray[np.float32] = features - features.mean(axis=0)
    return centred
