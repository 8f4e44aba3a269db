"""`earshot-train starter --whole`: all that the pack that comes with Earshot was made by, one step after the other.

Sounds made by formula, edited recordings, variants of captions, then the legs of the training, each begun with what the
one before learnt, and the pack of the last. What stands in the folder of the runs already is taken: a step that was
stopped goes on, one that is done is not done again.
"""

import argparse
import shutil
import sys
from dataclasses import dataclass, replace
from pathlib import Path

from engine.errors import EngineError
from training.config import Config, load_config
from training.data.corpus import CorpusError
from training.export.assemble import make_pack
from training.runs.checkpoint import Checkpoint
from training.runs.material import gather
from training.runs.memory import keep_memory
from training.runs.sounds import fit
from training.runs.tracking import Hooks
from training.tasks import DONE, say
from training.tasks.starter import default_place, read_whole

RECIPES = Path(__file__).resolve().parent.parent / "recipes" / "here"
_FEWER = ("rain", "surf", "wind", "crowd")
"""Of which there are recordings enough."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What is made and learnt."""

    synthesised: tuple[str, ...] = ("--count=1305", "--times=speech=6", *(f"--times={name}=0" for name in _FEWER))
    edited: tuple[str, ...] = ("--count=1700",)
    legs: tuple[Path, ...] = tuple(RECIPES / f"starter-{leg}.toml" for leg in ("first", "second", "third"))
    """Recipes, each begun with the weights of the one before; the pack is of the last."""
    workers: int = 2
    """Processes that make sounds."""


def make_whole(options: argparse.Namespace, plan: Plan | None = None) -> int:
    """Makes all of it.

    Args:
        options: of the command; `data` names one corpus, Earshot's own.
        plan: another than that of the pack that comes with Earshot.

    Raises:
        CorpusError: `--data` names anything else.
        EngineError: a step failed; what was done before stays.
    """
    if len(options.data) != 1 or "=" in options.data[0]:
        raise CorpusError(
            "--whole makes all further sounds itself", advice="Give --data once, a folder without a name."
        )
    plan = plan or Plan()
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
    for recipe in plan.legs:
        config = _with_variants(load_config(recipe), variants)
        say(f"leg {config.name} of {recipe.name}")
        material = gather(read_whole(config, data), config, place / "cache", say)
        hooks = Hooks(report=say, bar=sys.stderr.isatty())
        checkpoint = fit(material, config, place / recipe.stem, hooks, resume=True, start=checkpoint)
    assert checkpoint is not None
    out: Path = options.out or default_place()
    info = make_pack(checkpoint, read_whole(checkpoint.config, data), out, say)
    say(f"pack {info.name} {info.version} ({info.pack_id}) in {out}")
    return DONE


def _with_variants(config: Config, variants: Path) -> Config:
    """A recipe that swaps captions does so by the variants made here."""
    if not config.captions.variants:
        return config
    return replace(config, captions=replace(config.captions, variants=str(variants)))


def _corpus(folder: Path, *words: str) -> None:
    """Makes a corpus by one of the commands, unless it is there; in a folder beside it, so that it is there whole."""
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
        EngineError: it did not do all of its work.
    """
    from training.cli import main

    say(f"earshot-train {' '.join(words)}")
    if main(list(words)) != DONE:
        raise EngineError(f"earshot-train {words[0]} did not do all of its work", advice="See what it said above.")
