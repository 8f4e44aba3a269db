"""Legs of sounds: recipes of `training.runs.config`, measured on val by captions; ensembles, teachers, further data.

Measures are those of `training.evaluation.figures`: map10, recall1, …; intervals resample kinds. `--data` is as for
`earshot-train train`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, cast

import numpy as np

from engine.models.resampling import resampled
from training.base.recipe import merged
from training.data.captions import Captions
from training.data.corpora.registry import FURTHER, places_of
from training.data.corpus import Clip, CorpusError, only
from training.evaluation.figures import DEPTH, QueryScores
from training.evaluation.ranking import ensemble
from training.evaluation.retrieval import scored
from training.evaluation.systems import both_ways, of_checkpoint
from training.measures.caption_queries import queries_of
from training.measures.seeds import SeedFigure
from training.papers.experiments.family import LegFamily, LegRun
from training.papers.experiments.plan import ExperimentLeg, PlanError
from training.runs.checkpoint import Checkpoint, load_checkpoint
from training.runs.config import Config
from training.runs.material import Report
from training.runs.recipe_training import learn_recipe
from training.runs.run import LAST
from training.runs.settings_file import from_mapping
from training.runs.splits import read_splits
from training.runs.teacher_tables import teach, teach_heads

_KEPT = ("map10", "recall1", "recall10")
_TABLES = "teachers"
_DIGITS = 6


@dataclass(frozen=True, slots=True)
class SoundLegs(LegFamily):
    """The command line's settings for sounds."""

    data: tuple[str, ...]
    """[NAME=]DIR each."""
    cache: Path
    pretrained: Path | None = None
    variants: Path | None = None
    """File of variants, for recipes that swap captions."""
    device: str = ""
    """For all legs; empty: each recipe's."""

    def config(self, leg: ExperimentLeg, values: Mapping[str, Any], seed: int) -> Config:
        """Names teachers by their legs until their tables exist."""
        taught = {"objective": {"teachers": list(leg.teachers)}} if leg.teachers else {}
        config = from_mapping(Config, merged(values, taught))
        run = replace(config.run, seed=seed, accelerator=self.device or config.run.accelerator)
        config = replace(config, run=run)
        if not config.captions.swap:
            return config
        if self.variants is None:
            raise PlanError("a leg swaps captions", advice="Name --variants FILE, as earshot-train synonyms writes it.")
        return replace(config, captions=replace(config.captions, variants=str(self.variants)))

    def measures(self) -> tuple[str, ...]:
        return _KEPT

    def asked(self, leg: ExperimentLeg, config: Config, report: Report) -> Any:
        """Leaves out the place of the variants, which changes no figure."""
        clips = self._clips(leg, config, _say_nothing)
        captions = replace(config.captions, variants="given" if config.captions.swap else "")
        return {
            "config": asdict(cast(Any, replace(config, captions=captions))),
            "learnt": len(only(clips, "train")),
            "watched": len(only(clips, "val")),
        }

    def run(self, job: LegRun, config: Config) -> dict[str, SeedFigure] | None:
        report = job.hooks.report
        clips = self._clips(job.leg, config, report)
        if not job.leg.members:
            if job.leg.teachers:
                tables = tuple(str(self._taught(job, config, name, clips)) for name in job.leg.teachers)
                config = replace(config, objective=replace(config.objective, teachers=tables))
            start = load_checkpoint(job.earlier[job.leg.start] / LAST) if job.leg.start else None
            found = learn_recipe(
                clips, config, job.folder, self.cache, self.pretrained, job.hooks, resume=True, start=start
            )
            if found.state is not None:
                return None
            checkpoints = [found]
        else:
            checkpoints = [load_checkpoint(job.earlier[name] / LAST) for name in job.leg.members]
        report(f"{job.leg.name}, seed {job.seed}: measuring on val")
        return _kept(self._scores(checkpoints, only(clips, "val")))

    def _clips(self, leg: ExperimentLeg, config: Config, report: Report) -> list[Clip]:
        places = places_of(self.data)
        wanted = [f"{name}={place}" for name, place in places.items() if not name.startswith(FURTHER)]
        if leg.further:
            wanted += [str(place) for name, place in places.items() if name.startswith(FURTHER)]
        clips, left_out = read_splits(config, wanted)
        if left_out:
            report(f"{len(left_out)} sounds left out, first {left_out[0]}: {left_out[0].reason.text}")
        return clips

    def _taught(self, job: LegRun, student: Config, name: str, clips: Sequence[Clip]) -> Path:
        """Returns a teacher's table, made now if missing."""
        place, folder = job.earlier[name] / LAST, job.folder / _TABLES / name
        learnt = [clip for clip in only(list(clips), "train") if clip.captions]
        texts = Captions(learnt, student.captions).texts()
        if load_checkpoint(place).config.heads.passes and student.heads.passes:
            teach_heads(place, clips, texts, folder, self.cache, self.pretrained, job.hooks.report)
        else:
            teach(place, learnt, texts, folder, self.cache, job.hooks.report)
        return folder

    def _scores(self, checkpoints: Sequence[Checkpoint], clips: list[Clip]) -> QueryScores:
        """Scores each caption of val by the mean cosine of several models."""
        if not clips:
            raise CorpusError("there is no sound of val to measure on", advice="Give the corpus itself first.")
        queries = queries_of(clips)
        texts = list(dict.fromkeys(query.text for query in queries))
        members = [of_checkpoint(one, clips, texts, self.cache, "cpu", _say_nothing) for one in checkpoints]
        ranked, _, _ = both_ways(ensemble(members), queries, clips, DEPTH)
        return scored(queries, ranked)


def _kept(scores: QueryScores) -> dict[str, SeedFigure]:
    """Returns the figures with their values in each resampling of kinds."""
    found = {}
    for name in _KEPT:
        values = scores.values(name)
        parts = np.round(resampled(values, scores.clusters), _DIGITS).tolist()
        found[name] = SeedFigure(float(values.mean()), tuple(parts), resampled=True)
    return found


def _say_nothing(_: str) -> None:
    """Skips the report of left-out clips, which training repeats."""
