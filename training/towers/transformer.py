"""The papers' text tower: any transformers encoder, with its first token or the mean of all as the text's vector.

Primus et al. 2023 (DCASE task 6b), section 3.2, and Primus & Widmer 2024 (DCASE task 8), section 4.3: BERT and RoBERTa
without pooler, dropout 0.2, the last hidden state of token 0. Texts are lower-cased and ASCII punctuation is deleted.
The papers say "WordPiece" for all but mean each model's own tokenizer, for RoBERTa a byte-level BPE.
"""

import inspect
import json
import string
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from tokenizers import Regex, Tokenizer, normalizers
from torch import Tensor
from transformers import MODEL_MAPPING, AutoConfig, AutoModel, AutoTokenizer, PreTrainedConfig, PreTrainedModel
from transformers.utils import logging as transformers_logging

from engine.base.errors import EngineError
from training.towers.encoders import TextTower
from training.towers.minilm import minilm_folder
from training.towers.text_models import INSTALLED, text_model

POOLINGS = ("first", "mean")
HUB, HERE = "hub", "installed"
_DROPOUTS = ("hidden_dropout_prob", "attention_probs_dropout_prob", "dropout", "attention_dropout")
"""Names of dropouts in the families of transformers."""
_DELETE = str.maketrans("", "", string.punctuation)
_PUNCTUATION = r"[!-/:-@\[-`{-~]"
"""The same characters as a regular expression."""


class TextTowerError(EngineError):
    """A text encoder is unavailable or cannot be built as configured."""


@dataclass(frozen=True, slots=True)
class TransformerConfig:
    """Settings of a transformer text tower."""

    tower: str = "transformer"
    name: str = "roberta-base"
    """The architecture: a name of training.towers.text_models, a hub id, or a folder with config.json."""
    checkpoint: str = ""
    """Its weights: "" for random; "hub" for those published under the name; "installed" for MiniLM's, part of the
    training environment; otherwise a folder from `save_pretrained`, or a hub id."""
    tokenizer: str = ""
    """Its tokenizer. "": the checkpoint's, or for random weights of a BERT its published vocabulary, which is
    installed. "installed": that vocabulary for any model, which suits random weights only. Otherwise a folder or hub
    id."""
    max_tokens: int = 32
    """Tokens kept of a text, including start and end marks."""
    dropout: float = 0.2
    """Dropout of states and attention; the published files have 0.1."""
    pooling: str = "first"
    """Token states to use. "first": token 0, as in the papers; "mean": all tokens but padding."""
    keep_end_token: bool = True
    """True truncates a long text before its end mark, as in system 1; False slices its tokens, as in system 0."""
    pad_to_max: bool = False
    """Whether to pad every batch to `max_tokens`, as in system 1; changes shapes but no vector."""
    clean: bool = True
    """Lower-case and delete ASCII punctuation: "wide-open" becomes "wideopen", as in both papers' code."""
    frozen: bool = False
    """Never trained, always in eval mode."""

    def __post_init__(self) -> None:
        if self.pooling not in POOLINGS:
            raise ValueError(f"pooling must be one of {', '.join(POOLINGS)}, found {self.pooling!r}")
        if self.max_tokens < 3 or not 0.0 <= self.dropout < 1.0:
            raise ValueError(f"max_tokens {self.max_tokens} must be at least 3, dropout {self.dropout} within [0, 1)")
        if not self.name and not self.checkpoint:
            raise ValueError("a transformer needs a name, or a checkpoint that tells its architecture")

    def build(self) -> "TransformerEncoder":
        """Returns the encoder with the configured weights.

        Raises:
            TextTowerError: weights or tokenizer are unavailable, do not fit the name, or cannot be built so.
        """
        config = _prepared(_architecture(self), self)
        tokenizer = _tokenizer(self)
        if not self.checkpoint:
            return TransformerEncoder(self, _random(config), tokenizer)
        place = _place(self.checkpoint, self.name)
        return TransformerEncoder(self, _published(place, config), tokenizer)

    def rebuild(self, description: str) -> "TransformerEncoder":
        """Returns the encoder of a `description` with random weights, for a checkpoint's to replace.

        Reads nothing from disk or hub, so a trained model loads without its initial weights.
        """
        record: dict[str, Any] = json.loads(description)
        config = AutoConfig.for_model(**record["config"])
        return TransformerEncoder(self, _random(_prepared(config, self)), Tokenizer.from_str(record["tokenizer"]))


class TransformerEncoder(TextTower):
    """Maps ids and mask, int64 [B, S], to text vectors, float32 [B, E]."""

    def __init__(self, config: TransformerConfig, model: PreTrainedModel, tokenizer: Tokenizer) -> None:
        super().__init__()
        self.config = config
        self.model = model
        self.width = int(model.config.hidden_size)
        self.max_tokens = config.max_tokens
        self.pad_id = int(model.config.pad_token_id or 0)
        """The model's, not the tokenizer's: RoBERTa counts positions from it."""
        self._tokenizer = tokenizer
        if config.frozen:
            self.requires_grad_(False)
        self.train()

    def train(self, mode: bool = True) -> "TransformerEncoder":
        """Sets the mode; a frozen encoder stays in eval."""
        super().train(mode and not self.config.frozen)
        return self

    def recompute_blocks(self) -> bool:
        if self.config.frozen:
            return False
        model: Any = self.model  # the first releases of transformers 5 only have the old name
        enable = getattr(model, "activation_checkpointing_enable", None) or model.gradient_checkpointing_enable
        enable({"use_reentrant": False})
        return True

    def tokens(self, texts: Sequence[str]) -> tuple[Tensor, Tensor]:
        """Returns ids and mask, int64 [B, S], cleaned, cut and padded as configured."""
        texts = [cleaned(text) for text in texts] if self.config.clean else list(texts)
        rows = [encoding.ids[: self.max_tokens] for encoding in self._tokenizer.encode_batch(texts)]
        longest = self.max_tokens if self.config.pad_to_max else max(len(row) for row in rows)
        ids = torch.tensor([row + [self.pad_id] * (longest - len(row)) for row in rows], dtype=torch.int64)
        mask = torch.tensor([[1] * len(row) + [0] * (longest - len(row)) for row in rows], dtype=torch.int64)
        return ids, mask

    def forward(self, ids: Tensor, mask: Tensor) -> Tensor:
        states: Tensor = self.model(input_ids=ids, attention_mask=mask).last_hidden_state
        if self.config.pooling == "first":
            return states[:, 0]
        seen = mask.to(states.dtype)
        return (states * seen.unsqueeze(2)).sum(dim=1) / seen.sum(dim=1, keepdim=True).clamp(min=1.0)

    def pack_tokenizer(self) -> Tokenizer:
        """Returns a tokenizer that cleans and cuts like `tokens`, as a pack needs it."""
        tokenizer = Tokenizer.from_str(self._tokenizer.to_str())
        if self.config.clean:
            steps = [normalizers.Lowercase(), normalizers.Replace(Regex(_PUNCTUATION), "")]
            own = tokenizer.normalizer
            tokenizer.normalizer = normalizers.Sequence([*steps, own] if own is not None else steps)
        return tokenizer

    def description(self) -> str:
        """Returns architecture and tokenizer as JSON, for `TransformerConfig.rebuild`."""
        return json.dumps({"config": self.model.config.to_dict(), "tokenizer": self._tokenizer.to_str()})


def cleaned(text: str) -> str:
    """Lower-cases a text and deletes ASCII punctuation, as both papers do."""
    return text.lower().translate(_DELETE)


def _architecture(wanted: TransformerConfig) -> PreTrainedConfig:
    """The checkpoint's architecture, which must match the name's, or for random weights the name's."""
    known = text_model(wanted.name)
    if not wanted.checkpoint:
        return known.config() if known else _config_at(wanted.name)
    found = _config_at(_place(wanted.checkpoint, wanted.name))
    expected = known.config() if known else None
    if expected is not None and _sizes(found) != _sizes(expected):
        raise TextTowerError(
            f"{wanted.checkpoint} is {_sizes(found)}, {wanted.name} is {_sizes(expected)} (family, width, layers)",
            advice="Name the right folder, or leave the name empty to take what the folder holds.",
        )
    return found


def _config_at(place: str) -> PreTrainedConfig:
    with _HubErrors(place):
        config: PreTrainedConfig = AutoConfig.from_pretrained(place, trust_remote_code=False)
    return config


def _sizes(config: PreTrainedConfig) -> tuple[str, int, int]:
    return config.model_type, config.hidden_size, config.num_hidden_layers


def _prepared(config: PreTrainedConfig, wanted: TransformerConfig) -> PreTrainedConfig:
    """Sets dropout, float32 and eager attention, which costs nothing at 32 tokens and exports anywhere."""
    named = [name for name in _DROPOUTS if hasattr(config, name)]
    if not named and wanted.dropout:
        raise TextTowerError(f"no dropout is known of {config.model_type}", advice="Set its dropout to 0.")
    for name in named:
        setattr(config, name, wanted.dropout)
    # RoBERTa and MPNet count positions from the padding id + 1.
    rows = getattr(config, "max_position_embeddings", wanted.max_tokens + 2)
    if wanted.max_tokens > rows - (2 if config.model_type in ("roberta", "xlm-roberta", "mpnet") else 0):
        raise TextTowerError(
            f"max_tokens {wanted.max_tokens} is more than {config.model_type} has places for", advice="Set it lower."
        )
    config._attn_implementation = "eager"
    # transformers keeps the file's precision; half-precision weights would swallow the papers' steps of 2e-5.
    config.dtype = torch.float32
    return config


def _random(config: PreTrainedConfig) -> PreTrainedModel:
    model: PreTrainedModel = AutoModel.from_config(config, **_without_pooler(config))  # type: ignore[no-untyped-call]
    return model


def _published(place: str, config: PreTrainedConfig) -> PreTrainedModel:
    """Loads the weights of a folder or hub id; refuses a file with missing weights."""
    transformers_logging.disable_progress_bar()  # type: ignore[no-untyped-call]
    verbosity = transformers_logging.get_verbosity()
    transformers_logging.set_verbosity_error()  # type: ignore[no-untyped-call]
    try:
        with _HubErrors(place):
            model, told = AutoModel.from_pretrained(
                place,
                config=config,
                dtype=torch.float32,
                output_loading_info=True,
                trust_remote_code=False,
                **_without_pooler(config),
            )
    finally:
        transformers_logging.set_verbosity(verbosity)
    if lacking := sorted(told["missing_keys"]):
        raise TextTowerError(
            f"{place} lacks {len(lacking)} weights of its encoder, first {lacking[0]}",
            advice="Download it again, or name another checkpoint.",
        )
    found: PreTrainedModel = model
    return found


def _without_pooler(config: PreTrainedConfig) -> dict[str, bool]:
    family: Any = MODEL_MAPPING[type(config)]
    takes = inspect.signature(family).parameters
    return {"add_pooling_layer": False} if "add_pooling_layer" in takes else {}


def _tokenizer(wanted: TransformerConfig) -> Tokenizer:
    """The bare tokenizer, which never pads and truncates long texts only if the end mark stays."""
    source = wanted.tokenizer
    if not source and wanted.checkpoint:
        source = _place(wanted.checkpoint, wanted.name)
    elif not source:
        known = text_model(wanted.name)
        if known is None and Path(wanted.name).is_dir():
            source = wanted.name
        elif known is not None and known.uncased_wordpiece:
            source = HERE
        else:
            raise TextTowerError(
                f"random weights of {wanted.name} come without a tokenizer",
                advice='Set tokenizer to a folder or hub id, or to "installed" when only speed is to be measured.',
            )
    place = _place(source, wanted.name)
    with _HubErrors(place):
        loaded = AutoTokenizer.from_pretrained(place, trust_remote_code=False)
        tokenizer = Tokenizer.from_str(loaded.backend_tokenizer.to_str())
    tokenizer.no_padding()
    tokenizer.no_truncation()
    if wanted.keep_end_token:
        tokenizer.enable_truncation(wanted.max_tokens)
    return tokenizer


def _place(source: str, name: str) -> str:
    if source == HERE:
        return str(minilm_folder())
    if source != HUB:
        return source
    known = text_model(name)
    return known.repository if known else name


class _HubErrors:
    """Turns what transformers and the hub raise for missing or damaged files into one sentence with an advice."""

    def __init__(self, place: str) -> None:
        self._place = place

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, err: BaseException | None, trace: object) -> None:
        if isinstance(err, OSError | ValueError | KeyError):
            first = next(iter(str(err).splitlines()), "")
            raise TextTowerError(
                f"no usable encoder at {self._place}: {first}",
                advice=f"Without network, `hf download {self._place} --local-dir DIR` elsewhere and name DIR.",
            ) from err


__all__ = ["HERE", "HUB", "INSTALLED", "TextTowerError", "TransformerConfig", "TransformerEncoder", "cleaned"]
