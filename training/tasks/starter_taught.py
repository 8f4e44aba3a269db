"""`earshot-train starter --pretrained DIR`: starter 3, from published weights to a pack, one step after the other.

Teachers that begin with AudioSet's weights or with random ones are trained, each says once what it makes of every
sound and caption of train, and a student learns from the mean of their similarities beside the captions (Primus &
Widmer 2024, section 2.2). What stands in the folder of the runs already is taken: a run that was stopped goes on, a
table that is whole is not made again.
"""

import argparse
import sys
from dataclasses import dataclass, replace
from pathlib import Path

from training.config import Config, load_config
from training.data.captions import Captions
from training.data.corpus import Clip, only
from training.export.assemble import make_pack
from training.runs.checkpoint import Checkpoint
from training.runs.material import gather
from training.runs.memory import keep_memory
from training.runs.pretrained import published_weights
from training.runs.run import LAST
from training.runs.sounds import fit
from training.runs.teach import teach
from training.runs.tracking import Hooks
from training.tasks import DONE, say
from training.tasks.heads import train_heads
from training.tasks.starter import default_place, read_whole

RECIPES = Path(__file__).resolve().parent.parent / "recipes" / "here"


@dataclass(frozen=True, slots=True)
class Plan:
    """Who teaches, and who is taught."""

    teachers: tuple[tuple[Path, int], ...] = (
        (RECIPES / "audioset-part3.toml", 71),
        (RECIPES / "audioset-part3.toml", 81),
        (RECIPES / "teacher-yamnet.toml", 72),
        (RECIPES / "teacher-compact.toml", 11),
    )
    """Recipes and seeds; each is a run of its own."""
    student: Path = RECIPES / "starter-3.toml"


def make_taught(options: argparse.Namespace, plan: Plan | None = None) -> int:
    """Trains the teachers and their student, and makes its pack.

    Args:
        options: of the command; `minutes`, where given, is of each run.
        plan: another than starter 3's.

    Raises:
        EngineError: a step failed; what was done before stays.
    """
    plan = plan or Plan()
    keep_memory()
    cache, tables = options.runs / "cache", options.runs / "teachers"
    student = load_config(plan.student)
    student = replace(student, objective=replace(student.objective, teachers=(str(tables),)))
    clips = read_whole(student, options.data)
    learnt = [clip for clip in only(clips, "train") if clip.captions]
    captions = Captions(learnt, student.captions).texts()
    for recipe, seed in plan.teachers:
        config = load_config(recipe)
        name = f"{config.name}-{seed}"
        say(f"teacher {name} of {recipe.name}")
        config = replace(config, run=replace(config.run, seed=seed))
        _fitted(config, read_whole(config, options.data), options, name)
        teach(options.runs / name / LAST, learnt, captions, tables / name, cache, say)
    say(f"student {student.name} of {plan.student.name}")
    checkpoint = _fitted(student, clips, options, f"{student.name}-{student.run.seed}")
    out: Path = options.out or default_place()
    info = make_pack(checkpoint, clips, out, say)
    say(f"pack {info.name} {info.version} ({info.pack_id}) in {out}")
    return DONE


def _fitted(config: Config, clips: list[Clip], options: argparse.Namespace, name: str) -> Checkpoint:
    """Trains a recipe in a folder of its own, or goes on with it."""
    if options.minutes is not None:
        config = replace(config, run=replace(config.run, minutes=options.minutes, epochs=None))
    hooks = Hooks(report=say, bar=sys.stderr.isatty())
    material = gather(clips, config, options.runs / "cache", say)
    if config.heads.passes:
        return train_heads(material, config, options.runs / name, options.runs / "cache", options.pretrained, say)
    start = published_weights(config, options.pretrained)
    return fit(material, config, options.runs / name, hooks, resume=True, start=start)
