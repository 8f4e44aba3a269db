"""A row of the paper's tables on ZeroSpeech 2019 itself: trained, submitted, scored as the challenge scores, and kept.

Scores the files of the submission as read back, so that the figures are those of the submission.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Literal

from engine.base.errors import AudioError
from engine.features.speech.features import speech_features
from engine.features.speech.levels import levelled
from training.base.device import choose_device
from training.papers.speech.recordings import read_speech, trimmed
from training.papers.units.checkpoint import UnitsCheckpoint
from training.papers.units.inference import codes_of, one_hot_of, vectors_of
from training.papers.units.recordings import SpeechRecording, hear, read_recordings
from training.papers.units.settings import UnitsConfig
from training.papers.units.submission import (
    ENGLISH,
    Listed,
    SubmissionError,
    figures,
    read_listed,
    read_submission,
    read_triplets,
    write_submission,
)
from training.papers.units.tables import CHALLENGE, RESULT, TRIPLETS
from training.papers.units.tasks import learn_codes
from training.runs.figures_store import FiguresStore
from training.runs.tracking import Hooks

CODES, SUBMISSION = "codes", "submission"
"""Folders inside that of a row."""
As = Literal["vectors", "one-hot"]


@dataclass(frozen=True, slots=True)
class ChallengeOutcome:
    """A row's result."""

    name: str
    abx: float
    """Error across speakers in per cent, as in the paper."""
    bitrate: float
    """Bits per second, over the challenge's list."""
    steps: int
    minutes: float


def hand_in(
    kept: UnitsCheckpoint,
    recordings: list[SpeechRecording],
    submission: Path,
    *,
    language: str = ENGLISH,
    as_: As = "vectors",
    device: str = "cpu",
) -> int:
    """Writes the units of recordings as a submission and returns their number; keeps one sound in memory at a time.

    Args:
        recordings: all of the test part.
        submission: the folder, made when missing.
        language: english or surprise.
        as_: vectors: those of the codebook, as the paper submits; one-hot: any two codes are equally far apart.

    Raises:
        SubmissionError: a recording is unreadable; the challenge accepts only complete submissions.
    """
    model, config = kept.model().to(device), kept.config

    def units() -> Any:
        for each in recordings:
            codes = codes_of(model, [_features(each, config)])
            found = vectors_of(model, codes) if as_ == "vectors" else one_hot_of(codes, config.model.codes)
            yield each.id, found[0]

    return len(write_submission(submission, language, units(), f"Earshot, {config.name}, {as_}"))


def run_row(
    config: UnitsConfig, places: Mapping[str, Path], out: Path, hooks: Hooks, *, task: Path | None = None
) -> ChallengeOutcome | None:
    """Trains a row, submits its units and scores them; a finished row is not run again.

    Args:
        config: the row's recipe.
        places: of corpora; `zerospeech2019` holds english/ and ABXTasks/ as the challenge distributes them.
        out: gets a folder for the row.
        hooks: progress and stop; a stop ends it after the current step, and the same call resumes.
        task: triplets that replace the corpus's own.

    Raises:
        EngineError: something of the corpus is missing; raised before training.
        FiguresStoreError: the folder holds figures of another recipe or other data.
    """
    triplets, listed = read_triplets(task or places[CHALLENGE] / TRIPLETS), read_listed(None)
    test = read_recordings(config.parts.test, places)
    _refuse_parts(test, triplets.files, listed)
    train = read_recordings(config.parts.train, places, config.parts.most)
    place = FiguresStore(out / config.name / RESULT, _asked(config, len(train), len(test), len(triplets.triplets)))
    record = place.read()
    if record is not None:
        hooks.report(f"{config.name}: done before")
        return ChallengeOutcome(**record["outcome"])
    sounds = hear(train, config.features, hooks.report, trim=config.parts.trim, level=config.parts.level)
    kept = learn_codes(sounds, config, out / config.name / CODES, hooks, resume=True)
    if kept.state is not None:
        return None
    submission = out / config.name / SUBMISSION
    handed_in = hand_in(kept, test, submission, device=choose_device(config.codes_run.device).name)
    hooks.report(f"{config.name}: {handed_in} files are handed in, in {submission}")
    names = {*triplets.files, *(name for name, _ in listed)}
    found = figures(read_submission(submission, ENGLISH, names), triplets, listed)
    outcome = ChallengeOutcome(config.name, 100.0 * found.abx.error, found.bits.bits_per_s, kept.step, kept.minutes)
    place.write({"outcome": asdict(outcome)})
    return outcome


def _refuse_parts(test: list[SpeechRecording], files: frozenset[str], listed: Listed) -> None:
    """Refuses an incomplete test part before hours of training."""
    missing = sorted({*files, *(name for name, _ in listed)} - {each.id for each in test})
    if missing:
        raise SubmissionError(
            f"the test part lacks {len(missing)} files that are scored, first {missing[0]}.wav",
            advice="Unpack the whole of the challenge's test part.",
        )


def _features(each: SpeechRecording, config: UnitsConfig) -> Any:
    rate_hz = config.features.sample_rate_hz
    try:
        samples = read_speech(each.path, rate_hz)
    except AudioError as err:
        raise SubmissionError(f"cannot read {each.path}: {err}", advice="Unpack the test part again.") from err
    samples = trimmed(samples, rate_hz) if config.parts.trim else samples
    return speech_features(levelled(samples, rate_hz) if config.parts.level else samples, config.features)


def _asked(config: UnitsConfig, train: int, test: int, triplets: int) -> dict[str, Any]:
    run = replace(config.codes_run, threads=1, device="cpu")  # neither changes a figure noticeably
    return {"config": asdict(replace(config, codes_run=run)), "train": train, "test": test, "triplets": triplets}
