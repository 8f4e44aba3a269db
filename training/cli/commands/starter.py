"""`earshot-train starter`: the pack that comes with Earshot, from data to pack.

--whole makes everything the pack comes from, step by step: sounds by formula, edited recordings, variants of captions,
then the legs of the training, each started from the one before. --pretrained trains teachers, started from AudioSet's
weights or from random ones; each encodes every sound and caption of train once, and a student learns from the mean of
their similarities beside the captions (Primus & Widmer 2024, section 3). The mean of its weights and of those it
started from gets heads on its tower and YAMNet together beside its own. Work in the folder of the runs is reused: an
interrupted step resumes, a finished one is skipped.
"""

from __future__ import annotations

import argparse
import shutil
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from engine.base.errors import EngineError
from training.base.arguments import DONE, Commands, add_device_option, add_pretrained_option, device_of, minutes, say
from training.base.results import parts_kept

if TYPE_CHECKING:
    from training.data.corpus import Clip
    from training.runs.checkpoint import Checkpoint
    from training.runs.config import Config


RECIPES = Path(__file__).resolve().parents[2] / "recipes" / "here"
AVERAGED = "averaged.pt"
"""In the folder of the runs: the mean of the student and of what it started from."""
JOINED = "joined.pt"
"""Likewise: `AVERAGED` with the pair's heads beside its own; the pack is exported from it."""
_FEWER = ("rain", "surf", "wind", "crowd")
"""Kinds with enough recordings."""


def add_parser(commands: Commands) -> None:
    """Adds the command."""
    parser = commands.add_parser("starter", help="make the starter pack, from data to pack", allow_abbrev=False)
    parser.add_argument(
        "--data",
        action="append",
        required=True,
        metavar="[NAME=]DIR",
        help="path of a corpus, as synthesis=DIR; without a name, Earshot's own; may be repeated",
    )
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--config", type=Path, metavar="FILE", help="TOML that changes the recipe")
    how.add_argument(
        "--whole",
        dest="run",
        action="store_const",
        const=make_whole,
        help="all that the pack that comes with Earshot was made by: further sounds, variants, every leg; goes on",
    )
    how.add_argument(
        "--taught",
        dest="run",
        action="store_const",
        const=make_taught,
        help="starter 4: teachers that begin with AudioSet's weights, then a student of theirs; goes on; what "
        "--pretrained means without --config",
    )
    add_pretrained_option(parser)
    parser.add_argument(
        "--runs", type=Path, default=Path("runs"), metavar="DIR", help="caches and checkpoints (default: runs)"
    )
    how.add_argument("--checkpoint", type=Path, metavar="FILE", help="train nothing, make the pack of this checkpoint")
    add_device_option(parser)
    parser.add_argument("--minutes", type=minutes, metavar="M", help="train for so long instead of the recipe's steps")
    parser.add_argument("--out", type=Path, metavar="DIR", help="the pack's folder (default: resources/packs/starter)")
    parser.set_defaults(run=run, kept=parts_kept)


@dataclass(frozen=True, slots=True)
class WholePlan:
    """What --whole makes and trains."""

    synthesised: tuple[str, ...] = ("--count=1305", "--times=speech=6", *(f"--times={name}=0" for name in _FEWER))
    edited: tuple[str, ...] = ("--count=1700",)
    legs: tuple[Path, ...] = tuple(RECIPES / f"starter-{leg}.toml" for leg in ("first", "second", "third"))
    """Recipes, each started from the weights of the one before; the pack comes from the last."""
    workers: int = 2


@dataclass(frozen=True, slots=True)
class TrainingStep:
    """One run of a `DistillationPlan`."""

    recipe: Path
    seed: int
    start: str = ""
    """`name` of the earlier run to start from; "": published or random weights."""

    @property
    def name(self) -> str:
        return f"{self.recipe.stem}-{self.seed}"


@dataclass(frozen=True, slots=True)
class DistillationPlan:
    """Teachers, their student, and the pack made of them."""

    teachers: tuple[TrainingStep, ...] = (
        TrainingStep(RECIPES / "heads-mn04.toml", 1),
        TrainingStep(RECIPES / "heads-mn04.toml", 2),
        TrainingStep(RECIPES / "heads-mn04.toml", 3),
        TrainingStep(RECIPES / "heads-yamnet.toml", 1),
        TrainingStep(RECIPES / "audioset-after-heads.toml", 71, start="heads-mn04-1"),
    )
    student: TrainingStep = TrainingStep(RECIPES / "starter-3.toml", 73, start="audioset-after-heads-71")
    shares: tuple[tuple[str, float], ...] = (("heads-mn04-1", 0.2), ("audioset-after-heads-71", 0.4))
    """Earlier runs by `name`, and their shares of the averaged weights; the student has the rest."""
    pair: TrainingStep | None = TrainingStep(RECIPES / "starter-4.toml", 1)
    """Heads on the averaged tower and on YAMNet together, joined with its own; None: the pack is the average."""
    pair_share: float = 0.5
    """Share of the average's own heads in the cosine of the pack."""
    dim: int = 256
    """Vector size of the pack, where heads are joined."""


def run(options: argparse.Namespace) -> int:
    """Trains the starter and makes its pack, or only makes the pack of a checkpoint."""
    from training.export.starter_pack import make_pack
    from training.runs.checkpoint import load_checkpoint
    from training.runs.config import load_config
    from training.runs.memory import keep_memory
    from training.runs.recipe_training import learn_recipe
    from training.runs.splits import read_whole
    from training.runs.tracking import Hooks

    cache, folder = options.runs / "cache", options.runs / "starter"
    if options.pretrained and not options.config and not options.checkpoint:
        return make_taught(options)
    if options.checkpoint:
        if options.device:
            raise EngineError("--checkpoint trains nothing, on no device", advice="Leave --device out.")
        checkpoint = load_checkpoint(options.checkpoint)
        clips = read_whole(checkpoint.config, options.data)
    else:
        (config,) = _on_device([load_config(options.config)], options)
        clips = read_whole(config, options.data)
        if options.minutes is not None:
            config = replace(config, run=replace(config.run, minutes=options.minutes))
        keep_memory()
        hooks = Hooks(report=say)
        checkpoint = learn_recipe(clips, config, folder, cache, options.pretrained, hooks, resume=True)
    out: Path = options.out or default_place()
    info = make_pack(checkpoint, clips, out, say)
    say(f"pack {info.name} {info.version} ({info.pack_id}) in {out}")
    return DONE


def make_whole(options: argparse.Namespace, plan: WholePlan | None = None) -> int:
    """Makes everything from data to pack.

    Args:
        options: of the command; `data` names one corpus, Earshot's own.
        plan: None: that of the pack that comes with Earshot.

    Raises:
        CorpusError: `--data` names anything else.
        EngineError: a step failed; earlier steps are kept.
    """
    from training.data.corpus import CorpusError
    from training.export.starter_pack import make_pack
    from training.runs.config import load_config
    from training.runs.material import gather
    from training.runs.memory import keep_memory
    from training.runs.sounds import fit
    from training.runs.splits import read_whole
    from training.runs.tracking import Hooks

    if len(options.data) != 1 or "=" in options.data[0]:
        raise CorpusError(
            "--whole makes all further sounds itself", advice="Give --data once, a folder without a name."
        )
    plan = plan or WholePlan()
    recipes = _on_device([load_config(recipe) for recipe in plan.legs], options)
    own, place, workers = Path(options.data[0]), options.runs, f"--workers={plan.workers}"
    made, edits, variants = place / "synthesis", place / "edits", place / "variants.jsonl"
    data = [str(own), f"synthesis={made}", f"edits={edits}"]
    _corpus(made, "synthesise", *plan.synthesised, workers)
    _corpus(edits, "edit", "--data", str(own), *plan.edited, workers)
    taxonomy = own / "taxonomy" / "audioset-ontology.json"
    ontology = ("--ontology", str(taxonomy)) if taxonomy.is_file() else ()
    named = [word for text in (f"earshot={own}", *data[1:]) for word in ("--data", text)]
    parts = [word for part in ("earshot:train", "synthesis", "edits") for word in ("--part", part)]
    _do("synonyms", *named, *parts, *ontology, "--out", str(variants))
    keep_memory()
    checkpoint: Checkpoint | None = None
    for recipe, learnt in zip(plan.legs, recipes, strict=True):
        config = _with_variants(learnt, variants)
        say(f"leg {config.name} of {recipe.name}")
        material = gather(read_whole(config, data), config, place / "cache", say)
        hooks = Hooks(report=say)
        checkpoint = fit(material, config, place / recipe.stem, hooks, resume=True, start=checkpoint)
    assert checkpoint is not None
    out: Path = options.out or default_place()
    info = make_pack(checkpoint, read_whole(checkpoint.config, data), out, say)
    say(f"pack {info.name} {info.version} ({info.pack_id}) in {out}")
    return DONE


def make_taught(options: argparse.Namespace, plan: DistillationPlan | None = None) -> int:
    """Trains the teachers and their student, and makes its pack.

    Args:
        options: of the command; `minutes`, if given, applies to each run.
        plan: None: starter 4's.

    Raises:
        EngineError: a step failed; earlier steps are kept.
    """
    from training.data.captions import Captions
    from training.data.corpus import only
    from training.export.starter_pack import make_pack
    from training.runs.checkpoint import load_checkpoint, save_checkpoint
    from training.runs.config import load_config
    from training.runs.joined_heads import learn_pair
    from training.runs.memory import keep_memory
    from training.runs.run import LAST
    from training.runs.splits import read_whole
    from training.runs.teacher_tables import teach
    from training.runs.tracking import Hooks
    from training.runs.weight_average import averaged

    plan = plan or DistillationPlan()
    recipes = [load_config(one.recipe) for one in (*plan.teachers, plan.student)]
    *teachers, student = _on_device(recipes, options)
    keep_memory()
    cache, tables = options.runs / "cache", options.runs / "teachers"
    student = replace(student, objective=replace(student.objective, teachers=(str(tables),)))
    clips = read_whole(student, options.data)
    learnt = [clip for clip in only(clips, "train") if clip.captions]
    captions = Captions(learnt, student.captions).texts()
    for one, config in zip(plan.teachers, teachers, strict=True):
        say(f"teacher {one.name}")
        _fitted(config, read_whole(config, options.data), options, one)
        kept, table = options.runs / one.name / LAST, tables / one.name
        teach(kept, learnt, captions, table, cache, say, device=config.run.accelerator)
    say(f"student {plan.student.name}")
    others = [(load_checkpoint(options.runs / name / LAST), share) for name, share in plan.shares]
    checkpoint = averaged(_fitted(student, clips, options, plan.student), others)
    save_checkpoint(options.runs / AVERAGED, checkpoint)
    if plan.pair is not None:
        say(f"pair {plan.pair.name}")
        (config,) = _on_device([load_config(plan.pair.recipe)], options)
        config = replace(config, run=replace(config.run, seed=plan.pair.seed))
        checkpoint = learn_pair(
            checkpoint,
            clips,
            config,
            options.runs / plan.pair.name,
            options.runs / "cache",
            options.pretrained,
            Hooks(report=say),
            share=plan.pair_share,
            dim=plan.dim,
        )
        save_checkpoint(options.runs / JOINED, checkpoint)
    out: Path = options.out or default_place()
    info = make_pack(checkpoint, clips, out, say)
    say(f"pack {info.name} {info.version} ({info.pack_id}) in {out}")
    return DONE


def _on_device(configs: list[Config], options: argparse.Namespace) -> list[Config]:
    """Sets the recipes' device from the command line or the first recipe, announced before anything is read."""
    device = device_of(options, configs[0].run.accelerator, configs[0].run.precision)
    return [replace(config, run=replace(config.run, accelerator=device)) for config in configs]


def _fitted(config: Config, clips: list[Clip], options: argparse.Namespace, one: TrainingStep) -> Checkpoint:
    """Trains a recipe in a folder of its own, or resumes it."""
    from training.runs.checkpoint import load_checkpoint
    from training.runs.recipe_training import learn_recipe
    from training.runs.run import LAST
    from training.runs.tracking import Hooks

    config = replace(config, run=replace(config.run, seed=one.seed))
    if options.minutes is not None:
        config = replace(config, run=replace(config.run, minutes=options.minutes, epochs=None))
    hooks = Hooks(report=say)
    start = load_checkpoint(options.runs / one.start / LAST) if one.start else None
    folder, cache = options.runs / one.name, options.runs / "cache"
    return learn_recipe(clips, config, folder, cache, options.pretrained, hooks, resume=True, start=start)


def _with_variants(config: Config, variants: Path) -> Config:
    """Points a recipe that swaps captions to the variants made here."""
    if not config.captions.variants:
        return config
    return replace(config, captions=replace(config.captions, variants=str(variants)))


def _corpus(folder: Path, *words: str) -> None:
    """Makes a corpus by one of the commands unless it exists; atomically, through a folder beside it."""
    if folder.is_dir():
        return
    unfinished = folder.with_name(f"{folder.name}-unfinished")
    if unfinished.exists():
        shutil.rmtree(unfinished)
    _do(*words, "--out", str(unfinished))
    unfinished.rename(folder)


def _do(*words: str) -> None:
    """Runs another command of earshot-train in this process.

    Raises:
        EngineError: it left some of its work undone.
    """
    from training.cli.commands import edit, synonyms, synthesise

    say(f"earshot-train {' '.join(words)}")
    parser = argparse.ArgumentParser(prog="earshot-train")
    added = parser.add_subparsers(required=True)
    for command in (edit, synonyms, synthesise):
        command.add_parser(added)
    options = parser.parse_args(words)
    if options.run(options) != DONE:
        raise EngineError(f"earshot-train {words[0]} did not do all of its work", advice="See what it said above.")


def default_place() -> Path:
    """Returns the starter's place in a checkout: resources/packs/starter."""
    return Path(__file__).resolve().parents[3] / "resources" / "packs" / "starter"
