"""Small random checkpoints in the layouts of the published ones, made by the tests."""

import json
from pathlib import Path
from typing import Any

import torch
from tokenizers import Tokenizer, decoders, models, pre_tokenizers, processors, trainers
from torch import nn
from transformers import ClapConfig, ClapFeatureExtractor, ClapModel, PreTrainedTokenizerFast

SENTENCES = (
    "a dog barks twice in the distance",
    "rain falls on a tin roof while thunder rolls",
    "a wooden door creaks open and slams shut",
    "short electronic beep of an old machine",
    "the low rumbling engine of a truck passes by",
)


def byte_tokenizer(words: int = 400) -> Tokenizer:
    """RoBERTa's kind of tokenizer, learnt from a few sentences: byte-level BPE, <s> = 0, <pad> = 1, </s> = 2."""
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=words,
        special_tokens=["<s>", "<pad>", "</s>", "<unk>", "<mask>"],
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    tokenizer.train_from_iterator(SENTENCES, trainer)
    tokenizer.post_processor = processors.RobertaProcessing(("</s>", 2), ("<s>", 0), add_prefix_space=False)
    return tokenizer


def scatter(module: nn.Module, seed: int) -> None:
    """Gives every array random numbers of a useful size, norms included, so that no mistake hides behind a nought."""
    torch.manual_seed(seed)
    with torch.no_grad():
        for parameter in module.parameters():
            if parameter.ndim >= 2:
                parameter.normal_(0.0, parameter[0].numel() ** -0.5)
        for layer in module.modules():
            if isinstance(layer, nn.modules.batchnorm._BatchNorm):
                layer.running_mean.normal_(0.0, 5.0)
                layer.running_var.uniform_(50.0, 200.0)
            if isinstance(layer, nn.LayerNorm):
                layer.weight.uniform_(0.5, 1.5)
                layer.bias.normal_(0.0, 0.1)


def make_clap(folder: Path, *, fused: bool = False, is_full: bool = False, **extractor: Any) -> ClapModel:
    """Writes a CLAP checkpoint as transformers saves it: two stages of two layers, mel pictures of the real size.

    With `is_full` the audio tower has the size of the published ones.
    """
    tokenizer = byte_tokenizer()
    config = ClapConfig(
        text_config={
            "vocab_size": tokenizer.get_vocab_size(), "hidden_size": 32, "num_hidden_layers": 2,
            "num_attention_heads": 2, "intermediate_size": 48, "max_position_embeddings": 90,
        },
        audio_config={
            "enable_fusion": fused,
            **({} if is_full else {
                "patch_embeds_hidden_size": 8, "depths": [2, 2], "num_attention_heads": [2, 4], "hidden_size": 16,
                "num_hidden_layers": 2,
            }),
        },
        projection_dim=512 if is_full else 24,
    )  # fmt: skip
    model = ClapModel(config).eval()
    scatter(model, seed=3)
    model.save_pretrained(folder)
    PreTrainedTokenizerFast(
        tokenizer_object=tokenizer, bos_token="<s>", eos_token="</s>", pad_token="<pad>", unk_token="<unk>",
        mask_token="<mask>", model_max_length=512,
    ).save_pretrained(folder)  # fmt: skip
    truncation = "fusion" if fused else "rand_trunc"
    given = {"truncation": truncation, "frequency_min": 50, "frequency_max": 14_000} | extractor
    ClapFeatureExtractor(**given).save_pretrained(folder)
    (folder / "README.md").write_text("---\nlicense: apache-2.0\n---\n# A test\n", encoding="utf-8")
    return model


def read_json(path: Path) -> dict[str, Any]:
    """Gives a JSON object."""
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found
