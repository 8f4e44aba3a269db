"""Small dual encoders with random weights, of every kind of tower."""

from dataclasses import replace
from pathlib import Path

import torch
from torch import nn
from transformers import BertConfig, BertModel, PreTrainedTokenizerFast, RobertaConfig, RobertaModel

from tests.training.export.checkpoints import byte_tokenizer, scatter
from training.data.batches import BatchConfig
from training.objectives.settings import ObjectiveConfig
from training.runs.config import Config, PlanConfig
from training.towers.compact import CompactConfig
from training.towers.dual_encoder import DualEncoder, ModelConfig
from training.towers.frontend import FrontEndConfig
from training.towers.minilm import minilm_folder
from training.towers.passt import PasstConfig, PasstEncoder
from training.towers.projection import ProjectionConfig
from training.towers.registry import AudioTowerConfig
from training.towers.transformer import TransformerConfig

COMPACT = CompactConfig(front_end=FrontEndConfig(mels=32), stem=8, widths=(16, 24), blocks=(1, 2), hidden=32)
SHORT = PlanConfig(segment_s=2.0, hop_s=1.0, ladder_s=(0.5, 1.0, 2.0))


def roberta_folder(folder: Path, seed: int = 5) -> Path:
    """Writes a small RoBERTa with a byte-level tokenizer, as `save_pretrained` leaves it."""
    tokenizer = byte_tokenizer()
    torch.manual_seed(seed)
    model = RobertaModel(
        RobertaConfig(
            vocab_size=tokenizer.get_vocab_size(), hidden_size=48, num_hidden_layers=2, num_attention_heads=3,
            intermediate_size=64, max_position_embeddings=66, type_vocab_size=1, pad_token_id=1,
        ),
        add_pooling_layer=False,
    )  # fmt: skip
    scatter(model, seed)
    model.save_pretrained(folder)
    PreTrainedTokenizerFast(
        tokenizer_object=tokenizer, bos_token="<s>", eos_token="</s>", pad_token="<pad>", unk_token="<unk>",
        mask_token="<mask>",
    ).save_pretrained(folder)  # fmt: skip
    return folder


def bert_folder(folder: Path, seed: int = 6) -> Path:
    """Writes a small BERT with the published uncased vocabulary, which is installed."""
    torch.manual_seed(seed)
    config = BertConfig(
        vocab_size=30_522, hidden_size=24, num_hidden_layers=1, num_attention_heads=2, intermediate_size=48,
        max_position_embeddings=64,
    )  # fmt: skip
    model = BertModel(config, add_pooling_layer=False)
    scatter(model, seed)
    model.save_pretrained(folder)
    for name in ("tokenizer.json", "tokenizer_config.json"):
        (folder / name).write_bytes((minilm_folder() / name).read_bytes())
    return folder


def make_model(
    audio: AudioTowerConfig, text: Path, *, pooling: str = "first", frozen: bool = False, cut: PlanConfig | None = None
) -> tuple[DualEncoder, Config]:
    """Gives a model with these towers, in eval mode, and the config of a run that could have made it."""
    reader = TransformerConfig(name="", checkpoint=str(text), pooling=pooling, frozen=frozen, dropout=0.0)
    linear = ProjectionConfig("linear")
    is_passt = isinstance(audio, PasstConfig)
    shape = ModelConfig(COMPACT if is_passt else audio, reader, linear, linear, dim=16, temperature_rule="plain")
    model = DualEncoder(shape, published=True)
    if isinstance(audio, PasstConfig):
        # Of the real kind and a hundredth of the size, which the settings have no words for.
        model.config = replace(shape, audio=audio)
        model.audio = PasstEncoder(audio, small_passt())
        model.audio.width = 48
        model.audio_projection = nn.Linear(48, 16)
    else:
        scatter(model.audio, seed=1)
    scatter(model.audio_projection, seed=2)
    waves, sounds = BatchConfig(feed="waves"), ObjectiveConfig(targets="sounds")
    run = Config(model=model.config, batch=waves, objective=sounds)
    return model.eval(), run if cut is None else replace(run, cut=cut)


def small_passt(frames: int = 1000, stride: int = 16, width: int = 48, heads: int = 3) -> nn.Module:
    """A PaSST of two blocks, of the authors' own make."""
    from hear21passt.models.passt import PaSST

    torch.manual_seed(9)
    network: nn.Module = PaSST(
        img_size=(128, frames), stride=(stride, stride), embed_dim=width, depth=2, num_heads=heads, distilled=True,
        num_classes=7,
    )  # fmt: skip
    for weights in network.parameters():
        weights.data.normal_(0.0, 0.1)
    return network.eval()
