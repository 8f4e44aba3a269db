"""Text-to-audio retrieval measured as a user would meet it: through `earshot index` and `earshot search`.

The files of a split are copied under names that say nothing, indexed with the pack by the command line in a process of
its own, and every distinct caption of the split is searched for with --sound-only. Equal scores are ranked by path, and
the names are numbered: the split's own order decides.
"""

import json
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import soundfile

from engine.audio import decode
from engine.errors import EngineError
from training.data.corpus import Clip
from training.evaluation.figures import DEPTH, Figures, QueryScores, figures_of, score_queries
from training.evaluation.listening import Query, queries_of
from training.evaluation.metrics import mean_average_precision

_RANDOM_ROUNDS = 20
_SOME_FAILED = 3
"""Exit status of `earshot index` when some files could not be read."""


class EvaluationError(EngineError):
    """The engine refused what an evaluation asked of it."""


@dataclass(frozen=True, slots=True)
class Retrieval:
    """How well a system finds the clips of a split by their captions."""

    clips: int
    kinds: int
    queries: int
    figures: Figures
    """Each metric with its 95 % interval."""
    random_map10: float
    """mAP@10 of random rankings, the mean of twenty."""

    @property
    def map10(self) -> float:
        """mAP@10, see `training.evaluation.metrics.average_precision`."""
        return self.figures.map10.value

    @property
    def recall1(self) -> float:
        """Share of captions whose first hit is right."""
        return self.figures.recall1.value

    @property
    def recall5(self) -> float:
        """Share of captions with a right hit among the first five."""
        return self.figures.recall5.value

    @property
    def recall10(self) -> float:
        """Share of captions with a right hit among the first ten."""
        return self.figures.recall10.value

    def lines(self) -> list[str]:
        """For people."""
        head = f"{self.queries} captions, {self.clips} clips of {self.kinds} kinds, by sound only"
        first, *rest = self.figures.lines()
        return [head, f"{first}   random {self.random_map10:.4f}", *rest]


def evaluate(pack: Path, clips: Sequence[Clip], *, workers: int = 0) -> Retrieval:
    """Indexes the clips with the pack and searches for each distinct caption.

    Args:
        pack: the pack's folder.
        clips: one split.
        workers: reading threads of the index job; 0 for one a core.

    Raises:
        EvaluationError: the engine failed.
    """
    queries, ranked = rankings(pack, clips, workers=workers)
    return score(queries, ranked, clips)


def rankings(
    pack: Path, clips: Sequence[Clip], *, workers: int = 0, queries: Sequence[Query] | None = None
) -> tuple[list[Query], list[list[int]]]:
    """Gives every query and, for each, the rows of the first DEPTH clips that the engine found, best first.

    Args:
        pack: the pack's folder.
        clips: one split; one that cannot be read is found by no query.
        workers: reading threads of the index job; 0 for one a core.
        queries: what to ask; None for the clips' distinct captions.

    Raises:
        EvaluationError: the engine failed.
    """
    asked = queries_of(clips) if queries is None else list(queries)
    # A line a text: what the command line cannot be asked as it stands is asked with plain blanks.
    lines = [" ".join(query.text.split()) for query in asked]
    with tempfile.TemporaryDirectory(prefix="earshot-evaluate-") as work:
        sounds, library, texts = Path(work) / "sounds", Path(work) / "library", Path(work) / "queries.txt"
        sounds.mkdir()
        rows = {_copied(clip, sounds / f"{row:06d}").name: row for row, clip in enumerate(clips)}
        extra = ["--workers", str(workers)] if workers else []
        _earshot("--library", library, "index", sounds, "--pack", pack, "--device", "cpu", "--json", *extra)
        texts.write_text("\n".join(dict.fromkeys(lines)) + "\n", encoding="utf-8")
        found = _earshot(
            "--library", library, "search", "--batch", texts, "--sound-only", "--exact", "--limit", DEPTH, "--json"
        )
    ranked = ranked_by_text(found, rows)
    return asked, [ranked.get(line, []) for line in lines]


def ranked_by_text(found: str, rows: Mapping[str, int]) -> dict[str, list[int]]:
    """Reads the hits `earshot search --batch --json` printed: for each text the rows of the clips, best first."""
    ranked: dict[str, list[int]] = {}
    for line in found.splitlines():
        hit = json.loads(line)
        ranked.setdefault(hit["query"], []).append(rows[Path(hit["path"]).name])
    return ranked


def scored(queries: Sequence[Query], ranked: Sequence[Sequence[int]]) -> QueryScores:
    """Scores every query by every metric."""
    return score_queries(
        ranked,
        [query.relevant for query in queries],
        [query.cluster for query in queries],
        [query.category for query in queries],
    )


def score(queries: Sequence[Query], ranked: Sequence[Sequence[int]], clips: Sequence[Clip]) -> Retrieval:
    """Turns rankings into figures, beside those of random rankings."""
    return retrieval(scored(queries, ranked), queries, clips)


def retrieval(scores: QueryScores, queries: Sequence[Query], clips: Sequence[Clip]) -> Retrieval:
    """Turns what each query got into figures, beside those of random rankings."""
    relevant = [query.relevant for query in queries]
    chance = random.Random(0)
    everything = range(len(clips))
    depth = min(10, len(clips))
    rounds = [
        mean_average_precision([chance.sample(everything, depth) for _ in queries], relevant)
        for _ in range(_RANDOM_ROUNDS)
    ]
    return Retrieval(
        clips=len(clips),
        kinds=len({clip.kind for clip in clips}),
        queries=len(queries),
        figures=figures_of(scores),
        random_map10=sum(rounds) / len(rounds),
    )


def _copied(clip: Clip, place: Path) -> Path:
    """Copies a clip's file under another name; of a stretch of a longer file only the stretch, decoded."""
    if clip.start_s <= 0.0:
        return Path(shutil.copyfile(clip.path, place.with_name(place.name + clip.path.suffix)))
    samples, info = decode.read(clip.path, start_s=clip.start_s, end_s=clip.start_s + clip.duration_s)
    place = place.with_name(f"{place.name}.wav")
    soundfile.write(place, samples, info.sample_rate_hz, subtype="FLOAT")
    return place


def _earshot(*words: object) -> str:
    """Runs one command of the engine; gives what it printed. Files that could not be read are no reason to stop."""
    command = [sys.executable, "-m", "engine.cli", *(str(word) for word in words)]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, encoding="utf-8")
    if done.returncode not in (0, _SOME_FAILED):
        raise EvaluationError(
            f"earshot {words[2]} ended with status {done.returncode}: {done.stderr[-2000:]}",
            advice="Check the pack with `earshot pack verify` and the corpus with `earshot-train corpus`.",
        )
    return done.stdout
