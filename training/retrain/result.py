"""From trained weights to the pack: graphs, curves, licence, card. The card counts sounds and never names one."""

import datetime
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np
import torch
from msgspec import structs

from engine.base.messages import Message, said
from engine.base.training_messages import TrainingNote
from engine.models.calibration import Calibration
from engine.models.canonical import canonical_bytes, read_canonical
from engine.models.curve_fitting import calibrate
from engine.models.kinds import Kinds
from engine.models.pack import PackInfo, load_pack, write_pack
from training.data.corpora.licences import LicenceStatus, judge
from training.data.features import caption_vectors
from training.evaluation.figures import QueryScores
from training.export import kinds as known
from training.export.dual_encoder_system import trained_system
from training.export.pipeline import Graphs, graphs_of
from training.export.probe import name_of
from training.export.system import GraphPrecision, System
from training.measures.caption_queries import queries_of
from training.retrain.comparison import facts_of
from training.retrain.heads import LearntModel
from training.retrain.material import SoundsSource, SplitMaterial
from training.retrain.start import StartWeights
from training.runs.config import Config
from training.runs.embedding import windows_of
from training.runs.material import RunMaterial as Heard
from training.towers.dual_encoder import DualEncoder

ENOUGH_FOR_CURVES = 150
"""Sounds of the val part needed to fit curves; fewer would reflect chance more than the model."""

_WHAT = {"library": "an Earshot library", "folder": "a folder of sounds", "manifest": "a list of sounds"}


@dataclass(frozen=True, slots=True)
class RetrainedModel:
    """A model on its way to a pack."""

    system: System
    graphs: Graphs
    curves: Calibration
    notes: tuple[Message, ...] = field(default=())
    """Sentences for the card and the last event."""


@dataclass(frozen=True, slots=True)
class CardContents:
    """The contents of the card."""

    start: StartWeights
    source: SoundsSource
    material: SplitMaterial
    learnt: LearntModel


def make(start: StartWeights, learnt: LearntModel, heard: Heard, settings: Config, cache: Path) -> RetrainedModel:
    """Exports the model with the starter's precisions, sounds in float32 and words in int8, and fits its curves.

    Args:
        heard: its val part fits the curves if large enough.
        cache: for the sentence vectors of names.

    Raises:
        ExportError: a graph differs from torch.
    """
    model = DualEncoder(settings.model)
    model.load_state_dict(learnt.weights)
    model.eval()
    system = trained_system(model, settings)
    found = _found(model, heard, settings) if len(heard.val_clips) >= ENOUGH_FOR_CURVES else None
    kinds = _kinds(start, model, heard, found)
    curves, note = _curves(start, heard, found, kinds, settings, cache)
    graphs = graphs_of(system, GraphPrecision("fp32", "int8"))
    graphs = replace(graphs, canonical=structs.replace(graphs.canonical, kinds=kinds))
    return RetrainedModel(system, graphs, curves, (note,) if note else ())


def write(made: RetrainedModel, folder: Path, story: CardContents, measured: Mapping[str, QueryScores]) -> PackInfo:
    """Writes the pack; `measured` may hold "before" and "after"."""
    start, source, system = story.start, story.source, made.system
    what = {"library": "an Earshot library", "folder": "a folder of sounds", "manifest": "a list of sounds"}[
        source.kind
    ]
    learnt = f"{len(story.material.part('train'))} sounds of {what}, in its user's hands"
    return write_pack(
        folder,
        name=result_name(start, source),
        version=datetime.date.today().isoformat(),
        dim=system.dim,
        sentence_dim=system.sentence_dim,
        plan=system.plan,
        max_tokens=system.max_tokens,
        calibration=made.curves,
        licence=f"{start.info.licence}; learnt on from sounds whose licences its card counts",
        training_data=learnt if start.is_scratch else f"{start.info.training_data}; then {learnt}",
        metrics={
            f"{which}_{name}": float(value) for which, one in measured.items() for name, value in facts_of(one).items()
        },
        files={
            "audio.onnx": made.graphs.audio,
            "text.onnx": made.graphs.text,
            "tokenizer.json": made.graphs.tokenizer,
            "canonical.npz": canonical_bytes(made.graphs.canonical),
            "MODEL_CARD.md": _card(made, story, measured).encode(),
        },
    )


def result_name(start: StartWeights, source: SoundsSource) -> str:
    """Returns the name users see: the former pack's, marked as trained further."""
    own = source.path.stem if source.kind == "manifest" else source.path.name
    return f"{'new' if start.is_scratch else start.name} + {own}"[:80]


def _found(model: DualEncoder, heard: Heard, settings: Config) -> known.ProbeVectors:
    """Runs the model on the val part."""
    assert heard.pictures is not None
    clips = list(heard.val_clips)
    queries, rows = queries_of(clips), {text: row for row, text in enumerate(heard.texts)}
    vectors, owners = windows_of(model, heard.pictures.val, settings)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    sentences = heard.sentences[torch.tensor([rows[query.text] for query in queries])]
    with torch.inference_mode():
        joint = model.read(sentences).numpy()
    return known.ProbeVectors(queries, joint, sentences.numpy(), vectors, owners, len(clips))


def _kinds(start: StartWeights, model: DualEncoder, heard: Heard, found: known.ProbeVectors | None) -> Kinds | None:
    """Returns the start's known kinds and the user's own, embedded anew. The pull keeps its former strength where the
    val part is too small to fit it, and stays off where it was off.
    """
    is_own_start = not start.is_scratch and start.name == start.info.name
    old = read_canonical(load_pack(start.before).take("canonical.npz")).kinds if is_own_start else None
    if found is None and old is None:
        return None  # the pull was off, and nothing suggests to turn it on
    rows = {text: row for row, text in enumerate(heard.texts)}
    own = [captions for captions in known.captions_of(heard.train_clips) if rows.keys() >= set(captions)]
    sentences = heard.sentences[torch.tensor([rows[caption] for captions in own for caption in captions])]
    counts = [len(captions) for captions in own]
    if old is not None:
        sentences = torch.cat([torch.from_numpy(old.sentence), sentences])
        counts = [*np.diff([*old.starts.tolist(), len(old.sentence)]).tolist(), *counts]
    with torch.inference_mode():
        joint = model.read(sentences).numpy()
    kinds = known.kinds_of(counts, joint, sentences.numpy())
    if found is not None:
        return known.chosen(kinds, found)[0]
    assert old is not None
    return kinds.pulling(old.pull)


def _curves(
    start: StartWeights,
    heard: Heard,
    found: known.ProbeVectors | None,
    kinds: Kinds | None,
    settings: Config,
    cache: Path,
) -> tuple[Calibration, Message | None]:
    """Fits curves to the val part if it is large enough, else returns those of the former pack.

    A model from scratch then has none, nor does one that the val part shows to be no better than chance: they mark
    nothing. The curve of names holds for both, which read names alike.
    """
    clips, old = list(heard.val_clips), start.info.calibration
    guess = structs.replace(old, fitted=structs.replace(old.fitted, sound=False))
    if found is None and start.is_scratch:
        return guess, said(TrainingNote.TOO_FEW_TO_RATE, len(clips))
    if found is None:
        return old, said(TrainingNote.TOO_FEW_TO_FIT, len(clips), start.info.name)
    names = caption_vectors([name_of(clip) for clip in clips], settings.model.text, cache).numpy()
    curves = calibrate(found.queries, found.scores(kinds), found.sentence @ names.T, guess)
    return curves, None if curves.fitted.sound else said(TrainingNote.NOT_FITTED)


def _card(made: RetrainedModel, story: CardContents, measured: Mapping[str, QueryScores]) -> str:
    start, material, learnt = story.start, story.material, story.learnt
    judged = [judge(clip.licence, owners=story.source.owners) for clip in material.part("train")]
    standings = Counter(verdict.standing for verdict in judged)
    counts = ", ".join(f"{standings[one]} {one}" for one in LicenceStatus if standings[one])
    used = {split: len(material.part(split)) for split in ("train", "val", "test")}
    captions = len({caption for clip in material.clips for caption in clip.captions})
    rows = ["| | mAP@10 | 95 % | R@1 | R@5 | R@10 |", "|---|---|---|---|---|---|"]
    for which, one in measured.items():
        facts = facts_of(one)
        rows.append(
            f"| {which} | {facts['map10']:.3f} | {facts['low']:.3f} to {facts['high']:.3f} "
            f"| {facts['recall1']:.3f} | {facts['recall5']:.3f} | {facts['recall10']:.3f} |"
        )
    origin = f"{start.info.name} {start.info.version} ({start.info.pack_id}), learnt on from the sounds of one user."
    lines = [
        f"# {result_name(start, story.source)}",
        "Learnt from the sounds of one user alone." if start.is_scratch else origin,
        "## What it learnt from",
        f"{used['train']} sounds to learn from, {used['val']} to choose the best step by, {used['test']} kept away to "
        f"measure on; {captions} descriptions; parted by recording.",
        f"Licences of the sounds learnt from, by what is stated: {counts}.",
        f"{learnt.step} steps, {learnt.minutes:.1f} minutes; the best was step {learnt.best_step}.",
        *map(str, start.notes),
        "## How well it finds the sounds kept away",
        "\n".join(rows) if measured else "Not measured yet.",
        "These figures are of this material only; on other sounds it may be better or worse than what it started from.",
        "## How sure a score is",
        *(tuple(map(str, made.notes)) or ("Fitted on the sounds that chose the best step.",)),
        "## What it started from",
        "Nothing." if start.is_scratch else start.info.training_data,
    ]
    return "\n\n".join(lines) + "\n"
