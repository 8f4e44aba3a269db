"""Makes a pack of a published model's files: graphs joined with our front end, canonical vectors, a card."""

from collections.abc import Mapping
from pathlib import Path

import numpy as np
from msgspec import Struct

from engine.audio.segments import SegmentPlan, fit_to_rung
from engine.base.errors import PackError
from engine.base.types import Waves
from engine.features.published_packs.front_end import ExtractorSettings, add_front_end, read_settings
from engine.features.published_packs.onnx_graph import ForeignGraph, GraphPort, NodeList, read_graph
from engine.features.published_packs.table import PublishedModel
from engine.models.calibration import Calibration, FittedCurves
from engine.models.canonical import Canonical, canonical_bytes
from engine.models.graphscan import check_graph
from engine.models.pack import PackInfo, most_bytes, write_pack
from engine.models.providers import GraphSession, open_session

GUESS = Calibration(0.3, 14.0, 0.5, 14.0, fair=0.3, strong=0.75, fitted=FittedCurves(sound=False, name=False))
"""Curves of a model that nothing was measured of: no match is marked."""
_MAX_TOKENS = 77
"""Of a text, including start and end marks, as LAION trains."""
_TEXTS = ("a dog barking in the distance", "rain on a tin roof", "short electronic beep", "low rumbling engine")
_CANONICAL_S = 3.0
_ADVICE = "Use an export of a CLAP's two towers, as audio_model.onnx and text_model.onnx."


class PackGraphs(Struct, frozen=True):
    """Graphs and files of a pack that is being made."""

    plan: SegmentPlan
    dim: int
    files: Mapping[str, bytes]
    """All but the card."""


def graphs_of(places: Mapping[str, Path]) -> PackGraphs:
    """Joins the graphs of a published model with a front end, and runs them once.

    Args:
        places: files by role, as in `engine.features.published_packs.table.ROLES`.

    Raises:
        PackError: a file is missing, too large, damaged, or of another kind of model.
    """
    settings = read_settings(_read(places["extractor"], "MODEL_CARD.md"))
    audio = _audio(_read(places["audio"], "audio.onnx"), settings)
    text = _text(_read(places["text"], "text.onnx"))
    tokenizer = _read(places["tokenizer"], "tokenizer.json")
    seconds = settings.seconds
    plan = SegmentPlan(settings.sample_rate_hz, seconds, seconds / 2, (seconds,), "repeat_whole")
    hears, reads = open_session(audio, "cpu"), open_session(text, "cpu")
    waves = _waves(plan)
    vectors = np.concatenate([_run(hears, {"waveform": fit_to_rung(wave, plan)[None]})[0] for wave in waves])
    joint = np.concatenate([_words(reads, tokenizer, words) for words in _TEXTS])
    if joint.shape[1:] != vectors.shape[1:]:
        raise PackError(f"sounds have vectors of {vectors.shape[1:]}, words of {joint.shape[1:]}", advice=_ADVICE)
    padded = np.stack([fit_to_rung(wave, plan) for wave in waves])
    canonical = canonical_bytes(Canonical(padded, vectors, _TEXTS, joint, joint))
    files = {"audio.onnx": audio, "text.onnx": text, "tokenizer.json": tokenizer, "canonical.npz": canonical}
    return PackGraphs(plan, joint.shape[1], files)


def write(graphs: PackGraphs, model: PublishedModel, curves: Calibration, folder: Path) -> PackInfo:
    """Writes the pack of a published model into a folder.

    Raises:
        PackError: its own reader refuses it.
        StorageFull: no space left.
    """
    return write_pack(
        folder,
        name=model.name,
        version="1",
        dim=graphs.dim,
        sentence_dim=graphs.dim,
        plan=graphs.plan,
        max_tokens=_MAX_TOKENS,
        calibration=curves,
        licence=model.licence,
        training_data=model.training_data,
        metrics={},
        files={**graphs.files, "MODEL_CARD.md": _card(model, graphs, curves).encode()},
    )


def _audio(data: bytes, settings: ExtractorSettings) -> bytes:
    graph = _foreign(data, "the audio graph", {"input_features"}, {"is_longer"}, "audio_embeds")
    if "is_longer" in graph.inputs:
        raise PackError("the audio graph fuses crops of long sounds, which Earshot does not rebuild", advice=_ADVICE)
    before, after = NodeList("earshot_before"), NodeList("earshot_after")
    add_front_end(before, "waveform", settings, "input_features")
    after.add("LpNormalization", "audio_embeds", output="vector", axis=1, p=2)
    waves, vectors = GraphPort("waveform", "float32", ("batch", "samples")), _vectors("vector")
    return graph.between(before, after, (waves,), (vectors,))


def _text(data: bytes) -> bytes:
    graph = _foreign(data, "the text graph", {"input_ids"}, {"attention_mask"}, "text_embeds")
    before, after = NodeList("earshot_before"), NodeList("earshot_after")
    before.add("Identity", "ids", output="input_ids")
    before.add("Identity", "mask", output="attention_mask")
    after.add("LpNormalization", "text_embeds", output="joint", axis=1, p=2)
    after.add("Identity", "joint", output="sentence")
    tokens = tuple(GraphPort(name, "int64", ("batch", "tokens")) for name in ("ids", "mask"))
    return graph.between(before, after, tokens, (_vectors("joint"), _vectors("sentence")))


def _foreign(data: bytes, name: str, needed: set[str], allowed: set[str], output: str) -> ForeignGraph:
    check_graph(data, name)
    graph = read_graph(data, name)
    if not needed <= set(graph.inputs) <= needed | allowed or output not in graph.outputs:
        raise PackError(
            f"{name} takes {sorted(graph.inputs)} and gives {sorted(graph.outputs)}, expected"
            f" {sorted(needed)} and {output}",
            advice=_ADVICE,
        )
    return graph


def _vectors(name: str) -> GraphPort:
    return GraphPort(name, "float32", ("batch", "size"))


def _words(reads: GraphSession, tokenizer: bytes, words: str) -> Waves:
    import tokenizers

    try:
        ids = tokenizers.Tokenizer.from_str(tokenizer.decode("utf-8")).encode(words).ids
    except Exception as err:  # the library raises bare Exception
        raise PackError(f"tokenizer.json cannot be read: {str(err)[:200]}", advice=_ADVICE) from err
    row = np.array([ids], dtype=np.int64)
    return _run(reads, {"ids": row, "mask": np.ones_like(row)})[0]


def _run(session: GraphSession, feeds: Mapping[str, np.ndarray]) -> list[Waves]:
    return [np.asarray(found, dtype=np.float32) for found in session.run(feeds)]


def _waves(plan: SegmentPlan) -> list[Waves]:
    """Two sounds of three seconds: a rising tone over noise, and pulses that die away."""
    rng = np.random.default_rng(0)
    time = np.arange(round(_CANONICAL_S * plan.sample_rate_hz)) / plan.sample_rate_hz
    tone = 0.4 * np.sin(2 * np.pi * (200.0 + 700.0 * time) * time) + rng.normal(0.0, 0.05, len(time))
    pulses = 0.5 * np.exp(-8.0 * (time % 0.75)) * rng.normal(0.0, 0.3, len(time))
    return [wave.astype(np.float32) for wave in (tone, pulses)]


def _read(place: Path, kind: str) -> bytes:
    """Reads a file of at most the size that a pack's file of this kind may have."""
    try:
        size = place.stat().st_size
        if size > most_bytes(kind):
            raise PackError(f"{place} has {size} bytes, more than {most_bytes(kind)}", advice=_ADVICE)
        return place.read_bytes()
    except OSError as err:
        raise PackError(f"{place} cannot be read: {err.strerror}", advice="Name a folder with all files.") from err


def _card(model: PublishedModel, graphs: PackGraphs, curves: Calibration) -> str:
    marks = (
        "Its curves were fitted on the demo sounds and on named sounds of the library it was made in."
        if curves.fitted.sound
        else "Its curves were not fitted: results have an order, and none is called strong, fair or weak."
    )
    return f"""# {model.name}

{model.purpose[0].upper()}{model.purpose[1:]}.

Made on this machine by `earshot pack get` of the ONNX export at {model.page}, joined with a front end of Earshot's own
that computes what the published feature extractor computes ({graphs.plan.sample_rate_hz / 1000:g} kHz, windows of
{graphs.plan.segment_s:g} s). Words are compared with words in the space that they share with sounds.

- Licence of the weights: {model.licence}
- Languages: {model.languages}
- {marks}
- In an export of eight bits a vector may differ in the third digit with the sounds that share its batch on a GPU.
"""
