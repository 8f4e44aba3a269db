"""Text-to-audio retrieval measured as a user would meet it: through `earshot index` and `earshot search`.

The files of a split are copied under names that say nothing, indexed with the pack by the command line in a process of
its own, and every distinct caption of the split is searched for with --sound-only.
"""

import json
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.errors import EngineError
from training.data.corpus import Clip
from training.evaluation.listening import Query, queries_of
from training.evaluation.metrics import mean_average_precision, recall_at

DEPTH = 10
_RANDOM_ROUNDS = 20


class EvaluationError(EngineError):
    """The engine refused what an evaluation asked of it."""


@dataclass(frozen=True, slots=True)
class Retrieval:
    """How well a pack finds the clips of a split by their captions."""

    clips: int
    kinds: int
    queries: int
    map10: float
    recall1: float
    recall5: float
    recall10: float
    random_map10: float
    """mAP@10 of random rankings, the mean of twenty."""

    def lines(self) -> list[str]:
        """For people."""
        return [
            f"{self.queries} captions, {self.clips} clips of {self.kinds} kinds, by sound only",
            f"mAP@10 {self.map10:.4f}   random {self.random_map10:.4f}",
            f"R@1 {self.recall1:.4f}   R@5 {self.recall5:.4f}   R@10 {self.recall10:.4f}",
        ]


def evaluate(pack: Path, clips: Sequence[Clip], *, workers: int = 0) -> Retrieval:
    """Indexes the clips with the pack and searches for each distinct caption.

    Args:
        pack: the pack's folder.
        clips: one split.
        workers: reading threads of the index job; 0 for one a core.

    Raises:
        EvaluationError: the engine failed, or could not read a clip.
    """
    queries, ranked = rankings(pack, clips, workers=workers)
    return score(queries, ranked, clips)


def rankings(pack: Path, clips: Sequence[Clip], *, workers: int = 0) -> tuple[list[Query], list[list[int]]]:
    """Gives every query of the clips and, for each, the rows of the clips the engine found, best first.

    Raises:
        EvaluationError: the engine failed, or could not read a clip.
    """
    queries = queries_of(clips)
    with tempfile.TemporaryDirectory(prefix="earshot-evaluate-") as work:
        sounds, library = Path(work) / "sounds", Path(work) / "library"
        sounds.mkdir()
        rows: dict[str, int] = {}
        for row, clip in enumerate(clips):
            name = f"{row:06d}{clip.path.suffix}"
            shutil.copyfile(clip.path, sounds / name)
            rows[name] = row
        extra = ["--workers", str(workers)] if workers else []
        _earshot("--library", library, "index", sounds, "--pack", pack, "--device", "cpu", "--json", *extra)
        asked = Path(work) / "queries.txt"
        asked.write_text("\n".join(query.text for query in queries) + "\n", encoding="utf-8")
        found = _earshot(
            "--library", library, "search", "--batch", asked, "--sound-only", "--exact", "--limit", DEPTH, "--json"
        )
    return queries, ranked_rows(found, queries, rows)


def ranked_rows(found: str, queries: Sequence[Query], rows: dict[str, int]) -> list[list[int]]:
    """Reads the hits `earshot search --batch --json` printed: for each query the rows of the clips, best first."""
    ranked: dict[str, list[int]] = {query.text: [] for query in queries}
    for line in found.splitlines():
        hit = json.loads(line)
        ranked[hit["query"]].append(rows[Path(hit["path"]).name])
    return [ranked[query.text] for query in queries]


def score(queries: Sequence[Query], ranked: Sequence[Sequence[int]], clips: Sequence[Clip]) -> Retrieval:
    """Turns rankings into figures, beside those of random rankings."""
    relevant = [query.relevant for query in queries]
    chance = random.Random(0)
    everything = range(len(clips))
    depth = min(DEPTH, len(clips))
    rounds = [
        mean_average_precision([chance.sample(everything, depth) for _ in queries], relevant)
        for _ in range(_RANDOM_ROUNDS)
    ]
    return Retrieval(
        clips=len(clips),
        kinds=len({clip.kind for clip in clips}),
        queries=len(queries),
        map10=mean_average_precision(ranked, relevant),
        recall1=recall_at(ranked, relevant, 1),
        recall5=recall_at(ranked, relevant, 5),
        recall10=recall_at(ranked, relevant, 10),
        random_map10=sum(rounds) / len(rounds),
    )


def _earshot(*words: object) -> str:
    """Runs one command of the engine; gives what it printed."""
    command = [sys.executable, "-m", "engine.cli", *(str(word) for word in words)]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, encoding="utf-8")
    if done.returncode != 0:
        raise EvaluationError(
            f"earshot {words[2]} ended with status {done.returncode}: {done.stderr[-2000:]}",
            advice="Check the pack with `earshot pack verify` and the corpus with `earshot-train corpus`.",
        )
    return done.stdout
