"""Reads a transformers CLAP checkpoint folder as a system: laion/clap-htsat-unfused, -fused, larger_clap_* and similar.

The folder is read as downloaded: config.json, weights as safetensors (or a .bin, tensors only, without running code),
tokenizer files and preprocessor_config.json. Nothing is fetched.
"""

import contextlib
import logging
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import torch
from safetensors import SafetensorError
from torch import Tensor, nn
from transformers import AutoTokenizer, ClapConfig, ClapFeatureExtractor, ClapModel
from transformers.utils import logging as transformers_logging

from engine.audio.segments import SegmentPlan
from training.export.clap_audio import PADDINGS, ClapAudioGraph, ClapError, check_extractor, logit_scale
from training.export.system import SelfDescription, System

MAX_TOKENS = 77
"""Of a text, including start and end marks, as LAION trains."""
_SAFE, _SAFE_INDEX, _BIN = "model.safetensors", "model.safetensors.index.json", "pytorch_model.bin"
_CARD_HEAD = re.compile(r"\A---\n(.*?)\n---", re.DOTALL)
_ADVICE = "Download the whole folder, for instance of laion/clap-htsat-unfused, and name it."
_UNNEEDED = re.compile(r"(position_ids|token_type_ids|relative_position_index|logit_scale_[at])$")
"""Arrays that a checkpoint may lack: positions, which are counted, and scales that no vector depends on."""


class ClapReader(nn.Module):
    """Maps ids and mask, int64 [B, S], to joint and sentence vectors, identical float32 [B, D].

    CLAP's text tower was only trained against sounds; its cosines are meaningful in the projected space alone, so words
    are compared there too. The hidden states of its RoBERTa are no sentence space (cosines near 1 for any two texts).
    """

    def __init__(self, model: ClapModel) -> None:
        super().__init__()
        self.text, self.projection = model.text_model, model.text_projection

    def forward(self, ids: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
        pooled = self.text(input_ids=ids, attention_mask=mask).pooler_output
        joint = nn.functional.normalize(self.projection(pooled), dim=1)
        return joint, joint * 1.0


def clap_system(folder: Path, *, name: str = "", licence: str = "") -> System:
    """Reads a checkpoint folder.

    Args:
        folder: folder of the checkpoint.
        name: name of the pack; "" for the folder's.
        licence: licence of the weights; "" for the one in its README.md.

    Raises:
        ClapError: a file is missing or damaged, or of an unsupported kind.
    """
    if not folder.is_dir():
        raise ClapError(f"{folder} is no folder", advice=_ADVICE)
    with _quiet():
        extractor = _extractor(folder)
        check_extractor(extractor)
        model, tokenizer = _model(folder), _tokenizer(folder)
    licence = licence or licence_of(folder)
    if not licence:
        raise ClapError(
            f"{folder} does not say under which licence its weights are: there is no README.md with a licence line",
            advice="Look it up where the checkpoint came from and give it: --licence apache-2.0",
        )
    ear = ClapAudioGraph(model, extractor).eval()
    fused = bool(ear.encoder.enable_fusion)
    seconds = float(extractor.max_length_s)

    def tokens(texts: Sequence[str]) -> tuple[Tensor, Tensor]:
        found = tokenizer(list(texts), padding=True, truncation=True, max_length=MAX_TOKENS, return_tensors="pt")
        return found["input_ids"], found["attention_mask"]

    size = sum(parameter.numel() for parameter in ear.parameters()) / 1e6
    words = sum(parameter.numel() for parameter in model.text_model.parameters()) / 1e6
    dim = int(model.projection_dim)
    return System(
        audio=ear,
        text=ClapReader(model).eval(),
        tokenizer=tokenizer.backend_tokenizer.to_str(),
        tokens=tokens,
        plan=SegmentPlan(int(extractor.sampling_rate), seconds, seconds / 2, (seconds,), PADDINGS[ear.fill]),
        max_tokens=MAX_TOKENS,
        dim=dim,
        sentence_dim=dim,
        about=SelfDescription(
            name=name or folder.name,
            version="1",
            licence=licence,
            training_data="See the card of the checkpoint this pack was made of; Earshot took no part in its training.",
            what=(
                f"A CLAP model{' with feature fusion' if fused else ''}: HTSAT hears ({size:.1f} million parameters), "
                f"RoBERTa reads ({words:.1f} million).",
                f"{extractor.feature_size} mel bands of {extractor.frequency_min:g} to {extractor.frequency_max:g} Hz.",
                "Words are compared with words in the space that they share with sounds.",
            ),
            limits=(
                f"It was trained on {seconds:g} s at a time; Earshot cuts longer sounds into windows of that length"
                + (", so that its fusion of crops of long sounds always sees one window." if fused else "."),
            ),
            made=f"`earshot-train import-clap` from the transformers checkpoint {folder.name}.",
        ),
        slope=min(30.0, max(5.0, logit_scale(model))),
    )


def licence_of(folder: Path) -> str:
    """Returns the licence stated at the head of a checkpoint's README.md, or ""."""
    try:
        head = _CARD_HEAD.match((folder / "README.md").read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError):
        return ""
    found = re.search(r"^license:\s*[\"']?([\w.+-]+)", head.group(1), re.MULTILINE) if head else None
    return found.group(1) if found else ""


def _extractor(folder: Path) -> ClapFeatureExtractor:
    try:
        return ClapFeatureExtractor.from_pretrained(folder, local_files_only=True)
    except (OSError, ValueError, TypeError) as err:
        raise ClapError(f"{folder}: preprocessor_config.json cannot be used: {err}", advice=_ADVICE) from err


def _tokenizer(folder: Path) -> Any:
    try:
        tokenizer = AutoTokenizer.from_pretrained(folder, local_files_only=True, trust_remote_code=False)
    except Exception as err:  # the tokenizers library raises bare Exception for a damaged file
        raise ClapError(f"{folder}: its tokenizer cannot be read: {str(err)[:300]}", advice=_ADVICE) from err
    if getattr(tokenizer, "backend_tokenizer", None) is None:
        raise ClapError(f"{folder}: its tokenizer is none of the tokenizers library's", advice=_ADVICE)
    return tokenizer


def _model(folder: Path) -> ClapModel:
    try:
        # Written-out attention exports to portable operators; torch's fused operator does not.
        options: dict[str, Any] = {"local_files_only": True, "output_loading_info": True}
        options |= {"attn_implementation": "eager", "dtype": torch.float32}
        if (folder / _SAFE).exists() or (folder / _SAFE_INDEX).exists():
            loaded: Any = ClapModel.from_pretrained(folder, use_safetensors=True, **options)
        else:
            weights = _read_bin(folder / _BIN)
            config = ClapConfig.from_pretrained(folder, local_files_only=True)
            loaded = ClapModel.from_pretrained(None, config=config, state_dict=weights, **options)
    except (OSError, ValueError, RuntimeError, TypeError, KeyError, SafetensorError) as err:
        raise ClapError(f"{folder}: the model cannot be read: {str(err)[:500]}", advice=_ADVICE) from err
    model, found = loaded
    missing = sorted(key for key in found["missing_keys"] if not _UNNEEDED.search(key))
    if missing:
        raise ClapError(
            f"{folder}: the checkpoint lacks {len(missing)} arrays of a CLAP model, first {missing[0]}", advice=_ADVICE
        )
    ready: ClapModel = model.requires_grad_(False).eval()
    return ready


def _read_bin(path: Path) -> Mapping[str, Tensor]:
    """Reads tensors of a .bin; pickled code in it is refused, not run."""
    if not path.exists():
        raise ClapError(f"{path.parent} holds neither {_SAFE} nor {_BIN}", advice=_ADVICE)
    try:
        weights: Mapping[str, Tensor] = torch.load(path, map_location="cpu", weights_only=True)
    except Exception as err:  # damaged bytes make torch.load raise anything
        raise ClapError(
            f"{path} holds something else than arrays, or is damaged: {str(err)[:300]}",
            advice="Use the checkpoint's model.safetensors.",
        ) from err
    return weights


@contextlib.contextmanager
def _quiet() -> Iterator[None]:
    """Silences transformers' progress bars and its lists of unused weights."""
    logger = logging.getLogger("transformers")
    before, had_bar = logger.level, transformers_logging.is_progress_bar_enabled()
    transformers_logging.disable_progress_bar()  # type: ignore[no-untyped-call]
    logger.setLevel(logging.ERROR)
    try:
        yield
    finally:
        logger.setLevel(before)
        if had_bar:
            transformers_logging.enable_progress_bar()  # type: ignore[no-untyped-call]
