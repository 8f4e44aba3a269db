"""Makes a system of a model trained here: any audio tower with any text tower, from memory or a checkpoint."""

import copy
import json
import unicodedata
from collections.abc import Sequence
from typing import Any

import torch
from tokenizers import Tokenizer
from torch import Tensor, nn

from engine.audio.segments import SegmentPlan
from training.export.graphs import AudioGraph, TextGraph
from training.export.system import ExportError, SelfDescription, System
from training.runs.checkpoint import Checkpoint
from training.runs.config import Config, PlanConfig
from training.runs.weights import RECIPE, recipe_note
from training.towers.atst import AtstConfig
from training.towers.compact import CompactConfig
from training.towers.dual_encoder import DualEncoder
from training.towers.minilm import MiniLmEncoder, SentenceEncoder
from training.towers.mobilenet import MobileNetConfig
from training.towers.pair import PairConfig

_LONGEST_S = 10.0
"""Window of a tower for any length: that of the other towers, because a longer one would blur the found moment."""
_SHORTER_S = (1.0, 2.0, 5.0)
"""Its other rungs; pooling in CNN14 and MobileNet reduces much less than a second to nothing."""
_READ_BACK = (CompactConfig, MobileNetConfig, PairConfig)
"""Towers that `training.runs.weights` restores from a pack with metadata on their shape."""
_SCRIPTS = ("LATIN", "GREEK", "MICRO SIGN", "MODIFIER LETTER", "SUPERSCRIPT", "FEMININE", "MASCULINE")
"""Prefixes of the Unicode names of letters that are kept."""
_PREFIX = "##"


def trained_system(
    model: DualEncoder,
    config: Config,
    *,
    name: str = "",
    version: str = "",
    licence: str = "",
    training_data: str = "",
    made: str = "",
) -> System:
    """Returns the system of a model.

    Args:
        model: model with its weights; put in eval mode.
        name: name of the pack; "" for the config's.
        version: version of the pack; "" for the config's.
        licence: licence of the weights; "" for a sentence about the training data.
        training_data: one sentence; "" for the parts that the config names.
        made: its origin, in a sentence or two.

    Raises:
        ExportError: the plan does not fit the tower's segments, or the text tower has no tokenizer to export.
    """
    model.eval()
    plan = plan_of(model, config)
    audio = AudioGraph(model, pieces=_is_cut(model, plan)).eval()
    text = TextGraph(model).eval()
    if isinstance(text.encoder, MiniLmEncoder):
        text.encoder = for_english(text.encoder)

    def tokens(texts: Sequence[str]) -> tuple[Tensor, Tensor]:
        return text.encoder.tokens(texts)

    parts = ", ".join(config.data.train) or "what its run was given"
    return System(
        audio=audio,
        text=text,
        tokenizer=_tokenizer(text.encoder).to_str(),
        tokens=tokens,
        plan=plan,
        max_tokens=text.encoder.max_tokens,
        dim=model.config.dim,
        sentence_dim=text.sentence_dim,
        about=SelfDescription(
            name=name or config.name,
            version=version or config.version,
            licence=licence or "no licence was stated; what it learnt from may set limits",
            training_data=training_data or f"Learnt from {parts}.",
            what=_what(model, text),
            limits=(
                "It knows what its training sounds and captions know, and no order of events; it does not count.",
                f"It was trained on {parts}.",
            ),
            made=made,
        ),
        slope=min(30.0, 1.0 / float(model.temperature().detach())),
        notes={RECIPE: recipe_note(model.config)} if isinstance(model.config.audio, _READ_BACK) else {},
    )


def checkpoint_system(checkpoint: Checkpoint, *, name: str = "", licence: str = "", training_data: str = "") -> System:
    """Returns the system of a checkpoint; see `trained_system`."""
    changed = " and changes to it" if checkpoint.commit.endswith("+") else ""
    commit = checkpoint.commit.removesuffix("+") or "no commit"
    made = (
        f"`earshot-train export` from a checkpoint of the run {checkpoint.config.name!r}: seed "
        f"{checkpoint.config.run.seed}, {checkpoint.step} steps, {checkpoint.minutes:.0f} minutes, code at {commit}"
        f"{changed}."
    )
    return trained_system(
        checkpoint.model(),
        checkpoint.config,
        name=name,
        licence=licence,
        training_data=training_data,
        made=made,
    )


def plan_of(model: DualEncoder, config: Config) -> SegmentPlan:
    """Returns the pack's segment plan: the config's [cut], or by default as the tower was trained.

    PaSST, with one vector a segment, hears its own ten seconds, and shorter sounds padded with silence to that, as in
    training. ATST has many vectors, and training leaves those of silence out of the mean; so its windows, like those of
    a convolutional tower for any length, are padded to the next rung only. Windows overlap by half.

    Raises:
        ExportError: lengths neither within one segment of the tower nor whole segments of it.
    """
    tower = model.audio
    if config.cut != PlanConfig() or isinstance(model.config.audio, CompactConfig):
        plan = config.cut.plan(tower.sample_rate_hz, config.batch.padding)
    elif tower.segment_s is not None:
        shorter = _SHORTER_S if isinstance(model.config.audio, AtstConfig) else ()
        ladder = (*(rung for rung in shorter if rung < tower.segment_s), tower.segment_s)
        plan = SegmentPlan(tower.sample_rate_hz, tower.segment_s, tower.segment_s / 2, ladder, "zeros")
    else:
        rungs = (*_SHORTER_S, _LONGEST_S)
        plan = SegmentPlan(tower.sample_rate_hz, _LONGEST_S, _LONGEST_S / 2, rungs, "zeros")
    if tower.segment_s is not None:
        segment = round(tower.segment_s * tower.sample_rate_hz)
        if not all(rung <= segment for rung in plan.rungs) and any(rung % segment for rung in plan.rungs):
            raise ExportError(
                f"windows of {plan.ladder_s} s: the tower hears {tower.segment_s:g} s at once",
                advice="In [cut], choose lengths within one such segment, or only whole ones.",
            )
    return plan


def _is_cut(model: DualEncoder, plan: SegmentPlan) -> bool:
    """Whether the graph must cut its waves into the tower's segments."""
    segment_s = model.audio.segment_s
    return segment_s is not None and plan.rungs[-1] > round(segment_s * model.audio.sample_rate_hz)


def _tokenizer(encoder: Any) -> Tokenizer:
    """The tokenizer that reads a text like the encoder's `tokens`, including its cleaning."""
    if isinstance(encoder, MiniLmEncoder):
        return encoder.tokenizer
    if not hasattr(encoder, "pack_tokenizer"):
        raise ExportError(
            f"the text tower {type(encoder).__name__} has no tokenizer for a pack",
            advice="Train with the minilm or a transformer tower.",
        )
    tokenizer: Tokenizer = encoder.pack_tokenizer()
    return tokenizer


def _what(model: DualEncoder, text: TextGraph) -> tuple[str, ...]:
    hears = sum(parameter.numel() for parameter in model.audio.parameters()) / 1e6
    reads = sum(parameter.numel() for parameter in text.encoder.parameters()) / 1e6
    config = model.config
    named = getattr(config.text, "name", "") or "all-MiniLM-L6-v2"
    own = "of the text tower itself" if text.has_sentences else "in the space that they share with sounds"
    return (
        f"Audio tower {config.audio.tower}: {hears:.1f} million parameters, {model.audio.mels} mel bands.",
        f"Text tower {config.text.tower} ({named}): {reads:.1f} million parameters"
        f"{', frozen' if config.text.frozen else ''}.",
        f"Words are compared with words by vectors {own}.",
        f"Temperature {float(model.temperature().detach()):.4f}.",
    )


def for_english(encoder: MiniLmEncoder) -> MiniLmEncoder:
    """Returns a copy with the token rows reachable by Latin text and `max_tokens` positions.

    The copy's ids differ from the encoder's own.
    """
    record: dict[str, Any] = json.loads(encoder.tokenizer.to_str())
    vocabulary: dict[str, int] = record["model"]["vocab"]
    special = {added["content"] for added in record["added_tokens"]}
    ordered = sorted(vocabulary, key=vocabulary.__getitem__)
    kept = [token for token in ordered if token in special or is_reachable(token)]
    rows = torch.tensor([vocabulary[token] for token in kept])
    bert: Any = copy.deepcopy(encoder.encoder.bert)
    tables = bert.embeddings
    tables.word_embeddings = _part(tables.word_embeddings, rows, kept.index("[PAD]"))
    tables.position_embeddings = _part(tables.position_embeddings, torch.arange(encoder.max_tokens))
    tokenizer = Tokenizer.from_str(json.dumps(_renumbered(record, {token: row for row, token in enumerate(kept)})))
    tokenizer.no_padding()
    tokenizer.enable_truncation(encoder.max_tokens)
    return MiniLmEncoder(SentenceEncoder(bert).requires_grad_(False).eval(), tokenizer, encoder.max_tokens)


def is_reachable(token: str) -> bool:
    """Whether a piece can occur in a text of Latin or Greek letters."""
    piece = token.removeprefix(_PREFIX)
    if piece.startswith("[unused"):
        return False
    letters = (letter for letter in piece if unicodedata.category(letter)[0] in "LM")
    return all(letter.isascii() or unicodedata.name(letter, "").startswith(_SCRIPTS) for letter in letters)


def _renumbered(record: dict[str, Any], rows: dict[str, int]) -> dict[str, Any]:
    """The tokenizer with only the kept pieces, renumbered."""
    added = [{**entry, "id": rows[entry["content"]]} for entry in record["added_tokens"]]
    around = record["post_processor"]
    special = {
        name: {**entry, "ids": [rows[token] for token in entry["tokens"]]}
        for name, entry in around["special_tokens"].items()
    }
    return {
        **record,
        "added_tokens": added,
        "model": {**record["model"], "vocab": rows},
        "post_processor": {**around, "special_tokens": special},
    }


def _part(table: nn.Embedding, rows: torch.Tensor, padding: int | None = None) -> nn.Embedding:
    part = nn.Embedding(len(rows), table.embedding_dim, padding, _weight=table.weight.detach()[rows].clone())
    return part.requires_grad_(False)
