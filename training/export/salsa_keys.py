"""Renames the arrays of the checkpoints released with the papers.

Three generations of one dual encoder, as Lightning saves them:

| part | 2023 (dcase2023_task6b) | 2024 (salsa) | 2025 (DCASE task 6 baseline) |
|---|---|---|---|
| PaSST | audio_embedding_model.model. | audio_embedding_model.model.model. | audio_embedding_model.model.model. |
| its mel front end | the same and mel. | the same and mel. | audio_embedding_model.model.mel. |
| BERT or RoBERTa | sentence_embedding_model. | sentence_embedding_model. | text_embedding_model. |
| projections | project_audio.0., project_sentence.0. | the same | audio_projection., text_projection. |
| temperature | tau | tau | tau |

PaSST may be wrapped to any depth: the prefix of `patch_embed.proj.weight` is its place. `_orig_mod.`, which
torch.compile adds to names, is dropped.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from torch import Tensor

from training.export.system import ExportError

_PATCHES = "patch_embed.proj.weight"
_WORDS = "embeddings.word_embeddings.weight"
_PROJECTIONS = {"audio": ("project_audio", "audio_projection"), "text": ("project_sentence", "text_projection")}
_LEFT_BEHIND = re.compile(r"^(mel\.|head\.|head_dist\.)")
"""Unused parts of PaSST: front end (rebuilt here) and AudioSet classifiers."""
_COUNTED = re.compile(r"(position_ids|token_type_ids)$")
"""Buffers in text towers saved by older transformers: numbers counted from zero."""
_UNUSED = re.compile(r"^(audio_token$|timing_tau$|posencode\.|audio_output_projection\.)|\.mel\.")
"""Of salsa: parts of a sequence model that every released configuration leaves without layers. Of 2025: the mel front
end, which lies beside PaSST there."""
_ADVICE = "Give the file of the papers' repositories: passt_roberta.ckpt, its downloaded parts joined in order."

Arrays = dict[str, Tensor]


@dataclass(frozen=True, slots=True)
class SalsaArrays:
    """The arrays of a released checkpoint, by part."""

    passt: Arrays
    """By hear21passt's names."""
    text: Arrays
    """By transformers' names for an encoder without pooler."""
    audio_layers: tuple[tuple[Tensor, Tensor], ...]
    """Weight and bias of the projection's linear layers, in order, with ReLU between them."""
    text_layers: tuple[tuple[Tensor, Tensor], ...]
    tau: Tensor


def sorted_arrays(state: Mapping[str, Tensor]) -> SalsaArrays:
    """Sorts a state dict by part.

    Raises:
        ExportError: a part is missing or unknown.
    """
    arrays = {key.replace("_orig_mod.", ""): value for key, value in state.items()}
    if any(key.startswith("audio_sequence.") for key in arrays):
        raise ExportError(
            "the checkpoint has a transformer over the tokens of its audio tower, which no released configuration has",
            advice=_ADVICE,
        )
    passt, of_passt = _below(arrays, _PATCHES, "PaSST")
    text, of_text = _below(arrays, _WORDS, "text tower")
    layers = {which: _layers(arrays, names) for which, names in _PROJECTIONS.items()}
    if "tau" not in arrays:
        raise ExportError("the checkpoint has no temperature, tau", advice=_ADVICE)
    known = of_passt | of_text | {"tau"} | {key for _, keys in layers.values() for key in keys}
    if odd := sorted(key for key in arrays if key not in known and not _UNUSED.search(key)):
        raise ExportError(f"the checkpoint has {len(odd)} arrays nobody knows, first {odd[0]}", advice=_ADVICE)
    return SalsaArrays(
        passt={key: value for key, value in passt.items() if not _LEFT_BEHIND.search(key)},
        text={key: value for key, value in text.items() if not _COUNTED.search(key)},
        audio_layers=layers["audio"][0],
        text_layers=layers["text"][0],
        tau=arrays["tau"],
    )


def _below(arrays: Arrays, ending: str, what: str) -> tuple[Arrays, set[str]]:
    """The arrays of the part with a well-known array, by the part's own names, and the set of their full names."""
    places = [key.removesuffix(ending) for key in arrays if key.endswith(ending)]
    if len(places) != 1:
        raise ExportError(f"the checkpoint has {len(places)} arrays {ending}, so no {what}", advice=_ADVICE)
    full = {key for key in arrays if key.startswith(places[0])}
    return {key.removeprefix(places[0]): arrays[key] for key in full}, full


def _layers(arrays: Arrays, names: tuple[str, ...]) -> tuple[tuple[tuple[Tensor, Tensor], ...], set[str]]:
    """A projection's linear layers in order: alone under its name, or numbered with ReLUs between them."""
    for name in names:
        keys = sorted(
            (key for key in arrays if re.fullmatch(rf"{name}(\.\d+)?\.weight", key)),
            key=lambda key: [int(number) for number in re.findall(r"\.(\d+)\.", key)],
        )
        if keys:
            biases = [key.removesuffix("weight") + "bias" for key in keys]
            pairs = zip(keys, biases, strict=True)
            try:
                return tuple((arrays[weight], arrays[bias]) for weight, bias in pairs), {*keys, *biases}
            except KeyError as err:
                raise ExportError(f"the checkpoint lacks {err}", advice=_ADVICE) from err
    raise ExportError(f"the checkpoint has no projection {' or '.join(names)}", advice=_ADVICE)
