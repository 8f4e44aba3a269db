"""Reads the checkpoints released with the papers (passt_roberta.ckpt and similar) as systems.

A PaSST of any of its five architectures with a BERT or RoBERTa of any size, as the array shapes tell. Only tensors are
read. The file lacks the tokenizer: BERT's uncased vocabulary is installed, RoBERTa's must be named.
"""

import contextlib
import io
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from tokenizers import Tokenizer
from torch import Tensor, nn
from transformers import AutoTokenizer, BertConfig, BertModel, PreTrainedModel, RobertaConfig, RobertaModel

from training.data.batches import BatchConfig
from training.export.dual_encoder_system import trained_system
from training.export.salsa_keys import Arrays, sorted_arrays
from training.export.system import ExportError, System
from training.objectives.settings import ObjectiveConfig
from training.runs.config import Config, DataConfig
from training.towers.dual_encoder import DualEncoder, ModelConfig
from training.towers.encoders import AudioTower
from training.towers.minilm import minilm_folder
from training.towers.passt import ARCHITECTURES, LEFT_BEHIND, PasstConfig, PasstEncoder, grid
from training.towers.projection import ProjectionConfig
from training.towers.published_checkpoints import PublishedCheckpoint, load_published, open_checkpoint
from training.towers.transformer import TransformerConfig, TransformerEncoder

MAX_TOKENS = 32
"""Of a text, in all three generations. The first cut off the end mark of longer texts; here it stays."""
_BANDS = 128
_HEAD = 64
"""Size of an attention head in every published PaSST, BERT and RoBERTa."""
_BERT_WORDS = 30_522
_LEARNT = ("Clotho v2.1", "AudioCaps", "WavCaps")
_PAPERS = (
    "Primus, Koutini and Widmer 2023 (DCASE task 6b), Primus and Widmer 2024 (DCASE task 8), "
    "or the baseline of DCASE 2025 task 6"
)


@dataclass(frozen=True, slots=True)
class _ExistingTower:
    """Settings of an existing audio tower; see `AudioTowerConfig`."""

    tower: str
    encoder: AudioTower
    checkpoint: str = ""

    def build(self) -> AudioTower:
        return self.encoder


def salsa_system(path: Path, *, tokenizer: str = "", name: str = "", licence: str = "") -> System:
    """Reads a released checkpoint.

    Args:
        path: the file, with its downloaded parts joined.
        tokenizer: folder or hub id of the text tower's tokenizer; "" for BERT's, which is installed.
        name: name of the pack; "" for the file's.
        licence: licence of the weights, which neither file nor repositories state.

    Raises:
        CheckpointError: the file is unreadable.
        ExportError: it is of another model, its tokenizer is unavailable, or no licence is given.
    """
    if not path.is_file():
        raise ExportError(f"there is no file {path}", advice="Join the parts in order: cat passt_roberta.*.ckpt > …")
    if not licence:
        raise ExportError(
            "the authors' repositories state no licence for their weights",
            advice="Ask them, and say what you were told: --licence WORDS",
        )
    arrays = sorted_arrays(open_checkpoint(str(path), "").state)
    audio = _passt(arrays.passt, path)
    text = _text(arrays.text, tokenizer)
    dim = len(arrays.audio_layers[-1][1])
    config = ModelConfig(
        audio=_ExistingTower(audio.tower, audio.encoder),
        text=text.config,
        audio_projection=_projection(arrays.audio_layers),
        text_projection=_projection(arrays.text_layers),
        dim=dim,
        temperature=float(arrays.tau.abs().max().clamp(min=1e-4)),
        temperature_rule="fixed",
    )
    model = DualEncoder(config, text=text)
    _load(model.audio_projection, arrays.audio_layers)
    _load(model.text_projection, arrays.text_layers)
    run = Config(
        data=DataConfig(train=_LEARNT),
        model=config,
        batch=BatchConfig(feed="waves"),
        objective=ObjectiveConfig(targets="sounds"),
    )
    return trained_system(
        model,
        run,
        name=name or path.stem,
        version="1",
        licence=licence,
        training_data=f"{', '.join(_LEARNT)}, as its authors say; Earshot took no part in its training.",
        made=f"`earshot-train import-salsa` from {path.name}, released with {_PAPERS}.",
    )


def _passt(arrays: Arrays, path: Path) -> "_ExistingTower":
    from hear21passt.models.passt import PaSST

    try:
        width = arrays["cls_token"].shape[2]
        rows, columns = arrays["freq_new_pos_embed"].shape[2], arrays["time_new_pos_embed"].shape[3]
    except (KeyError, IndexError) as err:
        raise ExportError(f"{path}: its audio tower is no PaSST: {err}", advice="Give another file.") from err
    depth = 1 + max((int(key.split(".")[1]) for key in arrays if key.startswith("blocks.")), default=-1)
    tower = _architecture(rows, columns, depth)
    stride, frames = ARCHITECTURES[tower].stride, ARCHITECTURES[tower].frames
    if width % _HEAD or depth < 1:
        raise ExportError(f"{path}: no PaSST has {depth} blocks of width {width}", advice="Give another file.")
    with contextlib.redirect_stdout(io.StringIO()):  # it prints what it builds
        network: nn.Module = PaSST(
            img_size=(_BANDS, frames), stride=(stride, stride), embed_dim=width, depth=depth,
            num_heads=width // _HEAD, distilled=True, num_classes=1,
        )  # fmt: skip
    untyped: Any = network
    untyped.head, untyped.head_dist = nn.Identity(), None
    load_published(network, PublishedCheckpoint(arrays, str(path)), left_behind=LEFT_BEHIND)
    return _ExistingTower(tower, PasstEncoder(PasstConfig(tower, mel_jitter=False), network))


def _architecture(rows: int, columns: int, depth: int) -> str:
    """The published PaSST with tables of this size; L has seven blocks."""
    fitting = [name for name, one in ARCHITECTURES.items() if grid(one) == (rows, columns)]
    if not fitting:
        raise ExportError(f"no PaSST has tables of {rows} x {columns} patches", advice="Give another file.")
    return "passt-l" if "passt-l" in fitting and depth == 7 else fitting[0]


def _text(arrays: Arrays, tokenizer: str) -> TransformerEncoder:
    try:
        words, width = arrays["embeddings.word_embeddings.weight"].shape
        kinds = arrays["embeddings.token_type_embeddings.weight"].shape[0]
        sizes = {
            "vocab_size": words,
            "hidden_size": width,
            "num_hidden_layers": 1 + max(int(key.split(".")[2]) for key in arrays if key.startswith("encoder.layer.")),
            "num_attention_heads": max(1, width // _HEAD),
            "intermediate_size": arrays["encoder.layer.0.intermediate.dense.weight"].shape[0],
            "max_position_embeddings": arrays["embeddings.position_embeddings.weight"].shape[0],
            "type_vocab_size": kinds,
        }
    except (KeyError, ValueError) as err:
        raise ExportError(f"its text tower is neither BERT nor RoBERTa: {err}", advice="Give another file.") from err
    kept = {key: value for key, value in arrays.items() if not key.startswith("pooler.")}
    options: dict[str, Any] = {**sizes, "attn_implementation": "eager"}
    # RoBERTa has one token type and counts positions from its padding id + 1; BERT has two types.
    model: PreTrainedModel
    if kinds == 1:
        model = RobertaModel(RobertaConfig(layer_norm_eps=1e-5, pad_token_id=1, **options), add_pooling_layer=False)
    else:
        model = BertModel(BertConfig(layer_norm_eps=1e-12, **options), add_pooling_layer=False)
    load_published(model, PublishedCheckpoint(_without_counted(model, kept), "its text tower"))
    family = "RoBERTa" if kinds == 1 else "BERT"
    settings = TransformerConfig(name=f"{family}, width {width}", max_tokens=MAX_TOKENS, dropout=0.0)
    return TransformerEncoder(settings, model, _tokenizer(tokenizer, words, family))


def _without_counted(model: nn.Module, arrays: Arrays) -> Arrays:
    """Adds the buffers that the model counts itself, which only older versions of transformers save."""
    own = model.state_dict()
    return {**arrays, **{key: own[key] for key in own if key.endswith(("position_ids", "token_type_ids"))}}


def _tokenizer(place: str, words: int, family: str) -> Tokenizer:
    if not place and (family != "BERT" or words != _BERT_WORDS):
        raise ExportError(
            f"the file holds no tokenizer, and that of a {family} of {words} words is not installed",
            advice="Name a folder with it, or its hub id: --tokenizer FacebookAI/roberta-large",
        )
    try:
        loaded = AutoTokenizer.from_pretrained(place or str(minilm_folder()), trust_remote_code=False)
        tokenizer = Tokenizer.from_str(loaded.backend_tokenizer.to_str())
    except Exception as err:  # the tokenizers library raises bare Exception for a damaged file
        first = next(iter(str(err).splitlines()), "")
        raise ExportError(
            f"no usable tokenizer at {place}: {first}",
            advice="Name a folder that holds tokenizer.json, or vocab.json and merges.txt.",
        ) from err
    if tokenizer.get_vocab_size() > words:
        raise ExportError(
            f"the tokenizer at {place} knows {tokenizer.get_vocab_size()} words, the text tower {words}",
            advice="Name the tokenizer that the text tower was trained with.",
        )
    tokenizer.no_padding()
    tokenizer.enable_truncation(MAX_TOKENS)
    return tokenizer


def _projection(layers: tuple[tuple[Tensor, Tensor], ...]) -> ProjectionConfig:
    if len(layers) == 1:
        return ProjectionConfig("linear")
    if len(layers) == 2:
        return ProjectionConfig("mlp", hidden=len(layers[0][1]))
    raise ExportError(f"a projection of {len(layers)} layers was never released", advice="Give another file.")


def _load(projection: nn.Module, layers: tuple[tuple[Tensor, Tensor], ...]) -> None:
    linear = [layer for layer in projection.modules() if isinstance(layer, nn.Linear)]
    with torch.no_grad():
        for layer, (weight, bias) in zip(linear, layers, strict=True):
            if layer.weight.shape != weight.shape:
                raise ExportError(
                    f"a projection is {list(weight.shape)}, its tower asks for {list(layer.weight.shape)}",
                    advice="Give another file.",
                )
            layer.weight.copy_(weight)
            layer.bias.copy_(bias)
