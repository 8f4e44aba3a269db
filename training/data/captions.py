"""Draws a caption for each sound of a batch: its own, a generated variant, or one with changed words.

Works on texts alone; training.data.mixing handles two sounds with one caption.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

import numpy as np

from training.data import eda
from training.data.corpora.clotho import plain_name
from training.data.corpus import Clip, CorpusError
from training.data.eda import EdaConfig
from training.data.variants import Variants, read_variants


@dataclass(frozen=True, slots=True)
class CaptionConfig:
    """How captions are drawn; by default uniformly among a sound's own."""

    swap: float = 0.0
    """Chance that one of its generated variants, drawn uniformly, replaces a caption; 0.3 in the fine-tuning of Primus
    et al. 2023 (section 2.6)."""
    variants: str = ""
    """File of variants from `earshot-train paraphrase` or `synonyms`, or the variations.json of Primus et al.; required
    when `swap` is above 0."""
    eda: EdaConfig = field(default_factory=EdaConfig)

    def __post_init__(self) -> None:
        if not 0.0 <= self.swap <= 1.0:
            raise ValueError(f"swap must be within 0 and 1, found {self.swap}")

    @property
    def is_open(self) -> bool:
        """Whether words change one by one, so that the possible texts cannot be listed in advance."""
        return self.eda.share > 0.0


class Captions:
    """The captions of a list of sounds.

    Attributes:
        without_variants: number of own captions without a variant, which are never swapped; all of them when `swap` is
            0.
    """

    def __init__(self, clips: Sequence[Clip], config: CaptionConfig) -> None:
        """Reads the variants if `swap` needs them.

        Raises:
            CorpusError: variants are needed, and no file is named, it cannot be read, or it has none of these captions.
        """
        self._config = config
        self._own = [clip.captions for clip in clips]
        variants = _variants(config)
        self._variants = [
            [variants.of(caption, clip.keywords, _file_of(clip)) for caption in clip.captions] for clip in clips
        ]
        self.without_variants = sum(not found for row in self._variants for found in row)
        if config.swap > 0.0 and self.without_variants == sum(len(row) for row in self._own):
            raise CorpusError(
                f"{config.variants} has no variant of any caption of these {len(clips)} sounds",
                advice="Generate them from the same corpus: earshot-train paraphrase, or synonyms",
            )

    def draw(self, row: int, rng: np.random.Generator, own: int | None = None) -> str:
        """Draws a caption for a sound; the same generator state gives the same text.

        Args:
            row: the sound's position in the list.
            own: index of the sound's own caption to start from; drawn when None.
        """
        place = int(rng.integers(len(self._own[row]))) if own is None else own
        text, variants = self._own[row][place], self._variants[row][place]
        if variants and rng.random() < self._config.swap:
            text = variants[int(rng.integers(len(variants)))]
        return eda.change(text, self._config.eda, rng) if self._config.is_open else text

    def variants_of(self, row: int) -> dict[str, tuple[str, ...]]:
        """Returns the variants of each of the sound's own captions; none when nothing is swapped."""
        return dict(zip(self._own[row], self._variants[row], strict=True))

    def texts(self) -> tuple[str, ...]:
        """Returns every distinct text that may be drawn when the config is not open, sorted."""
        own = {text for row in self._own for text in row}
        return tuple(sorted(own.union(text for row in self._variants for found in row for text in found)))


def _file_of(clip: Clip) -> str:
    return plain_name(PurePosixPath(clip.original_path).name)


def _variants(config: CaptionConfig) -> Variants:
    if config.swap == 0.0:
        return Variants({})
    if not config.variants:
        raise CorpusError(
            f"captions.swap is {config.swap} and captions.variants names no file",
            advice="Generate variants with earshot-train paraphrase or synonyms and name the file, or set swap to 0.",
        )
    return read_variants(Path(config.variants))
