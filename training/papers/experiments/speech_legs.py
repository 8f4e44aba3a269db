"""Legs of units and of spoken words: recipes of `training.papers.units.settings` and `training.papers.words.settings`.

Units: every speaker is left out in turn, and only items about that speaker count; intervals by Student's t over the
speakers. Measures are within, across, one_hot_within, one_hot_across, bits_per_s and codes_used. `--data fsdd=DIR`.

Words: measured on utterances of held-out speakers and words; intervals resample recordings. Measures are SET_acoustic,
SET_across and SET_cross_view, SET one of val, speakers, words, both. `--data made=DIR`.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any

import numpy as np

from training.measures.seeds import SeedFigure
from training.measures.word_intervals import Fold, redrawn
from training.papers.experiments.family import LegFamily, LegRun
from training.papers.experiments.plan import ExperimentLeg
from training.papers.units.recordings import SpeechRecording, places_of, read_recordings
from training.papers.units.settings import UnitsConfig
from training.papers.units.sweep import left_out_in_turn
from training.papers.words.material import SpokenPart, read_spoken
from training.papers.words.quality import MOST, capped, rank_model
from training.papers.words.settings import WordsConfig
from training.papers.words.tables import TESTS
from training.papers.words.training import learn
from training.runs.material import Report
from training.runs.settings_file import from_mapping

_UNITS = ("within", "across", "one_hot_within", "one_hot_across", "bits_per_s", "codes_used")
_WORDS = ("acoustic", "across", "cross_view")
_DIGITS = 6


@dataclass(frozen=True, slots=True)
class UnitLegs(LegFamily):
    """The command line's settings for units."""

    data: tuple[str, ...]
    """NAME=DIR each; see `training.papers.units.recordings`."""
    device: str = ""
    """For all legs; empty: each recipe's."""

    def config(self, leg: ExperimentLeg, values: Mapping[str, Any], seed: int) -> UnitsConfig:
        config = from_mapping(UnitsConfig, values)
        run = replace(config.codes_run, seed=seed, device=self.device or config.codes_run.device)
        return replace(config, codes_run=run)

    def measures(self) -> tuple[str, ...]:
        return _UNITS

    def asked(self, leg: ExperimentLeg, config: UnitsConfig, report: Report) -> Any:
        run = replace(config.codes_run, threads=1, device="cpu")  # neither changes a figure
        return {
            "config": asdict(replace(config, codes_run=run)),
            "recordings": len(self._recordings(config)),
        }

    def run(self, job: LegRun, config: UnitsConfig) -> dict[str, SeedFigure] | None:
        recordings = self._recordings(config)
        speakers = sorted({each.speaker for each in recordings})
        found = left_out_in_turn(config, recordings, speakers, job.folder, job.hooks)
        if len(found) < len(speakers):
            return None
        measured = {}
        for name in _UNITS:
            parts = tuple(getattr(found[speaker], name) for speaker in speakers)
            if None not in parts:
                measured[name] = SeedFigure(float(np.mean(parts)), parts, resampled=False)
        return measured

    def _recordings(self, config: UnitsConfig) -> list[SpeechRecording]:
        return read_recordings(config.parts.train, places_of(self.data), config.parts.most)


@dataclass(frozen=True, slots=True)
class WordLegs(LegFamily):
    """The command line's settings for spoken words."""

    data: tuple[str, ...]
    """NAME=DIR each; see `training.papers.words.utterances`."""
    most: int = MOST
    """Most utterances of a set to measure."""
    device: str = ""
    """For all legs; empty: each recipe's."""
    _read: dict[str, dict[str, SpokenPart]] = field(default_factory=dict)
    """Cached data, by the settings it depends on: every leg of an experiment learns from the same words."""

    def config(self, leg: ExperimentLeg, values: Mapping[str, Any], seed: int) -> WordsConfig:
        config = from_mapping(WordsConfig, values)
        learn = replace(config.learn, seed=seed, accelerator=self.device or config.learn.accelerator)
        return replace(config, learn=learn)

    def measures(self) -> tuple[str, ...]:
        return tuple(f"{test}_{kind}" for test in TESTS for kind in _WORDS)

    def asked(self, leg: ExperimentLeg, config: WordsConfig, report: Report) -> Any:
        parts = self._parts(config, report)
        learn = replace(config.learn, threads=0, accelerator="cpu")
        return {
            "config": asdict(replace(config, learn=learn)),
            "utterances": {name: len(part) for name, part in parts.items()},
            "most": self.most,
        }

    def run(self, job: LegRun, config: WordsConfig) -> dict[str, SeedFigure] | None:
        parts = self._parts(config, job.hooks.report)
        kept = learn(parts["train"], parts["val"], config, job.folder, job.hooks, resume=True)
        if kept.state is not None:
            return None
        model, found = kept.model(), dict[str, SeedFigure]()
        for test in (name for name in TESTS if name in parts):
            ranked = rank_model(model, capped(parts[test], self.most))
            for kind in _WORDS:
                fold: Fold | None = getattr(ranked, kind)
                if fold is not None:
                    drawn = np.round(redrawn([fold]), _DIGITS).tolist()
                    value = fold.ranking.average_precision()
                    found[f"{test}_{kind}"] = SeedFigure(value, tuple(drawn), resampled=True)
        return found

    def _parts(self, config: WordsConfig, report: Report) -> dict[str, SpokenPart]:
        key = repr((config.features, config.longest_s, config.split, config.rough))
        if key not in self._read:
            self._read[key] = read_spoken(self.data, config, report)
        return self._read[key]
