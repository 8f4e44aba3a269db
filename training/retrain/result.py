"""From what was learnt to the pack: graphs, curves, licence, card. The card counts sounds and never names one."""

import datetime
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import torch

from engine.models.calibration import Calibration
from engine.models.canonical import canonical_bytes
from engine.models.pack import PackInfo, write_pack
from training.data.corpora.licences import Standing, judge
from training.evaluation.listening import best_scores, hear_clips, queries_of
from training.export.assemble import Graphs, make_graphs, name_of
from training.export.calibrate import calibrate
from training.retrain.learning import Heard
from training.retrain.material import Material, Source
from training.retrain.measuring import Measured
from training.retrain.pictures import joined
from training.retrain.start import Start
from training.retrain.state import State, Weights
from training.towers.dual_encoder import DualEncoder

ENOUGH_FOR_CURVES = 150
"""Sounds of the val part from which on curves are fitted; of fewer they would say more of luck than of the model."""


@dataclass(frozen=True, slots=True)
class Made:
    """A model on its way to a pack."""

    model: DualEncoder
    graphs: Graphs
    curves: Calibration
    notes: tuple[str, ...] = field(default=())
    """Sentences for the card and the last event."""


def make(start: Start, weights: Weights, heard: Heard, names: dict[str, torch.Tensor]) -> Made:
    """Exports the model and gives it curves.

    Args:
        start: what it learnt on from.
        weights: what was learnt.
        heard: the parts; the val part fits the curves where it is large enough.
        names: sentence vector of the name of each val clip, by its id.

    Raises:
        ExportError: a graph departs from torch.
    """
    model = DualEncoder(start.config.model)
    model.load_state_dict(weights)
    model.eval()
    graphs = make_graphs(model, start.config, [query.text for query in queries_of(heard.val)])
    curves, note = _curves(start, model, heard, names)
    return Made(model, graphs, curves, (note,) if note else ())


def write(
    made: Made,
    folder: Path,
    start: Start,
    source: Source,
    material: Material,
    state: State,
    measured: dict[str, Measured],
) -> PackInfo:
    """Writes the pack; `measured` may hold "before" and "after"."""
    config, count = start.config, len(material.part("train"))
    what = {"library": "an Earshot library", "folder": "a folder of sounds", "manifest": "a list of sounds"}[
        source.kind
    ]
    learnt = f"then {count} sounds of {what}, in the user's hands"
    return write_pack(
        folder,
        name=result_name(start, source),
        version=datetime.date.today().isoformat(),
        dim=config.model.audio.dim,
        sentence_dim=config.model.text.width,
        plan=config.plan,
        max_tokens=config.model.text.max_tokens,
        calibration=made.curves,
        licence=f"{start.info.licence}; learnt on from sounds whose licences its card counts",
        training_data=f"{start.info.training_data}; {learnt}" if not start.is_scratch else learnt,
        metrics={
            f"{which}_{name}": float(value)
            for which, one in measured.items()
            for name, value in one.facts().items()
            if isinstance(value, int | float)
        },
        files={
            "audio.onnx": made.graphs.audio,
            "text.onnx": made.graphs.text,
            "tokenizer.json": made.graphs.tokenizer,
            "canonical.npz": canonical_bytes(made.graphs.canonical),
            "MODEL_CARD.md": _card(made, start, source, material, state, measured).encode(),
        },
    )


def result_name(start: Start, source: Source) -> str:
    """What users see: which pack it was, and that it has learnt on."""
    own = source.path.stem if source.kind == "manifest" else source.path.name
    return f"{'new' if start.is_scratch else start.name} + {own}"[:80]


def _curves(start: Start, model: DualEncoder, heard: Heard, names: dict[str, torch.Tensor]) -> tuple[Calibration, str]:
    """Curves of the val part where it is large enough and scores rise with what is right; else the start pack's."""
    old = start.info.calibration
    if len(heard.val) < ENOUGH_FOR_CURVES:
        return (
            old,
            f"{len(heard.val)} sounds are too few to fit how sure a score is: that is kept from {start.info.name}",
        )
    queries = queries_of(heard.val)
    front_end = start.config.model.front_end
    pictures = joined([heard.pictures[clip.id] for clip in heard.val])
    vectors, owners = hear_clips(model, pictures, start.config.plan, front_end.sample_rate_hz / front_end.hop)
    sentences = torch.stack([heard.sentences[query.text] for query in queries])
    with torch.inference_mode():
        joint = model.read(sentences).numpy()
    meaning = (sentences @ torch.stack([names[clip.id] for clip in heard.val]).T).numpy()
    try:
        return calibrate(queries, best_scores(joint, vectors, owners, len(heard.val)), meaning), ""
    except ValueError as err:
        return old, f"how sure a score is could not be fitted ({err}): it is kept from {start.info.name}"


def _card(
    made: Made,
    start: Start,
    source: Source,
    material: Material,
    state: State,
    measured: dict[str, Measured],
) -> str:
    """MODEL_CARD.md."""
    standings = Counter(str(judge(clip.licence, owners=source.owners).standing) for clip in material.part("train"))
    rows = ["| | mAP@10 | 95 % | R@1 | R@5 | R@10 |", "|---|---|---|---|---|---|"]
    for which, one in measured.items():
        facts = one.facts()
        rows.append(
            f"| {which} | {facts['map10']:.3f} | {facts['low']:.3f} to {facts['high']:.3f} "
            f"| {facts['recall1']:.3f} | {facts['recall5']:.3f} | {facts['recall10']:.3f} |"
        )
    used = material.facts()["used"]
    assert isinstance(used, dict)
    lines = [
        f"# {result_name(start, source)}",
        f"{start.info.name} {start.info.version} ({start.info.pack_id}), learnt on from the sounds of one user."
        if not start.is_scratch
        else "Learnt from the sounds of one user alone.",
        "## What it learnt from",
        f"{used['train']} sounds to learn from, {used['val']} to choose the best step by, {used['held_out']} kept away "
        f"to measure on; {used['captions']} descriptions; parted by recording.",
        "By what is stated of the sounds learnt from: "
        + ", ".join(f"{standings[one]} {one}" for one in map(str, Standing) if standings[one])
        + " licences.",
        f"{state.step} steps, {state.seconds / 60:.1f} minutes; the best was step {state.best_step}.",
        *start.notes,
        "## How well it finds the sounds kept away",
        "\n".join(rows) if measured else "Not measured yet.",
        "These figures are of this material only; on other sounds it may be better or worse than what it started from.",
        "## How sure a score is",
        *(made.notes or ("Fitted on the sounds that chose the best step.",)),
        "## What it started from",
        start.info.training_data,
    ]
    return "\n\n".join(lines) + "\n"


def names_of(heard: Heard) -> list[str]:
    """The words of each val clip's name, for the curve of meanings."""
    return [name_of(clip) for clip in heard.val]
