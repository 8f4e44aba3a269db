"""The row of a paper's table that a recipe reproduces: its published figures and what it builds on.

`[paper]` in every config; empty in those that reproduce nothing. Says nothing of how to train.
"""

from dataclasses import dataclass

PAPERS = {
    "passt": "Primus, Koutini, Widmer: Advancing Natural-Language Based Audio Retrieval with PaSST and Large "
    "Audio-Caption Data Sets, DCASE 2023",
    "distillation": "Primus, Widmer: A Knowledge Distillation Approach to Improving Language-Based Audio Retrieval "
    "Models, DCASE 2024",
    "units": "Tjandra, Sakti, Nakamura: Transformer VQ-VAE for Unsupervised Unit Discovery and Speech Synthesis: "
    "ZeroSpeech 2020 Challenge",
    "words": "Rhodes, Bains: Multi-view acoustic word embeddings with transformer encoders",
    "dcase2025": "The baseline of DCASE 2025, task 6",
}
"""Values of `--paper`."""


@dataclass(frozen=True, slots=True)
class PaperRow:
    """One row as published; figures in per cent, measured on Clotho's evaluation part."""

    paper: str = ""
    """passt, distillation or dcase2025; empty for our own configs."""
    tables: tuple[str, ...] = ()
    """Where the row stands: a table's number, "figure 1", "readme" or "final"."""
    row: str = ""
    map10: float | None = None
    recall1: float | None = None
    recall5: float | None = None
    recall10: float | None = None
    map16: float | None = None
    """With DCASE 2025's relevance: several relevant sounds per query."""
    audio_millions: float | None = None
    """Weights of the audio tower in millions: Table 2 of the first paper, section 4.2 of the second."""
    start: str = ""
    """Recipe whose checkpoint this one starts from."""
    start_weights: str = "best"
    """Which of that row's weights: "best" on val, or "last"."""
    members: tuple[str, ...] = ()
    """Recipes whose similarities are averaged; such a row trains nothing itself."""
    weights: str = "last"
    """Weights behind the published figure: "last" or "best" (we report both)."""
    theirs: str = ""
    """Owner of the system where the paper compares itself with another group's."""
    note: str = ""
    """What the published account leaves open, and our choice."""

    def __post_init__(self) -> None:
        if self.paper and self.paper not in PAPERS:
            raise ValueError(f"paper must be one of {', '.join(PAPERS)}, found {self.paper!r}")
        if self.paper and not (self.tables and self.row):
            raise ValueError("a row of a paper needs its tables and what it is")
        if self.weights not in ("last", "best"):
            raise ValueError(f'weights must be "last" or "best", found {self.weights!r}')
        if self.start_weights not in ("last", "best"):
            raise ValueError(f'start_weights must be "last" or "best", found {self.start_weights!r}')
        if self.members and self.start:
            raise ValueError("an ensemble trains nothing: it has members and no start")
        for name in ("map10", "recall1", "recall5", "recall10", "map16"):
            value = getattr(self, name)
            if value is not None and not 0.0 <= value <= 100.0:
                raise ValueError(f"{name} is in per cent, found {value}")
