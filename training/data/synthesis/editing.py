"""A corpus of edited clips: a few edits for chosen kinds of sound, with captions that describe them.

An edited kind is one kind of sound under one edit, "dog_bark distant", so that exactly its clips answer "a dog barking
far away". The corpus and the seed alone decide which kinds are edited and how.
"""

import hashlib
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from itertools import starmap, zip_longest
from pathlib import Path

import numpy as np

from engine.audio import decode
from engine.base.errors import AudioError
from engine.base.training_messages import ExclusionReason
from training.base.progress import follow
from training.data.corpora.reader import LeftOutItem
from training.data.corpus import Clip, CorpusError, only
from training.data.edits import EDITS, EditResult, contradicts, edit, edit_caption, plain
from training.data.synthesis.layout import Record, need_empty, write_list, write_sound

EDITED = " (edited)"
"""Appended to the clip's source: authors must be credited and changes declared."""
RATE_HZ = 32_000
LONGEST_S = 8.0
"""Longest stretch of a clip before it is edited."""
_SHORTEST_S = 0.2
_LEAST_CLIPS = 4
_TAKES = 3
"""Most takes of one clip and edit, each with another strength."""


@dataclass(frozen=True, slots=True)
class EditOrder:
    """How much to edit."""

    count: int
    """Approximate number of sounds; inaudible edits are skipped."""
    seed: int
    kinds: int = 170
    """New kinds; each costs a caption a step in training by kinds."""
    edits_each: int = 2
    """Edits of one kind, to teach which words change and which stay."""

    def __post_init__(self) -> None:
        if min(self.count, self.kinds, self.edits_each) < 1 or self.seed < 0 or self.edits_each > len(EDITS):
            raise CorpusError(
                f"cannot make {self.count} edits of {self.kinds} kinds, {self.edits_each} each, seed {self.seed}",
                advice=f"At least one of each, at most {len(EDITS)} edits of a kind, and a seed of at least 0.",
            )


@dataclass(frozen=True, slots=True)
class EditJob:
    """One edit of one clip."""

    clip: Clip
    """With its captions stripped of words about the recording."""
    name: str
    take: int
    kind: str


def planned(clips: Sequence[Clip], order: EditOrder) -> list[EditJob]:
    """Plans the edits: kinds from every category in turn, largest first, each with several edits.

    Args:
        clips: clips of a corpus; only those of train are used.

    Raises:
        CorpusError: no kind of train has enough clips.
    """
    by_kind: dict[str, list[Clip]] = defaultdict(list)
    for clip in only(list(clips), "train"):
        captions = tuple(dict.fromkeys(plain(caption) for caption in clip.captions))
        if clip.duration_s >= _SHORTEST_S and captions:
            by_kind[clip.kind].append(replace(clip, captions=captions))
    chosen = _chosen(by_kind, order)
    if not chosen:
        raise CorpusError(
            f"no kind of train has {_LEAST_CLIPS} clips with captions to edit", advice="Give a corpus with more clips."
        )
    each = -(-order.count // len(chosen))
    taken = {clip.kind for clip in clips}
    return [job for kind, name in chosen for job in _jobs(by_kind[kind], name, each, order.seed, taken)]


def write_edits(
    folder: Path,
    clips: Sequence[Clip],
    order: EditOrder,
    tell: Callable[[int], None] = lambda _: None,
    workers: int = 1,
) -> tuple[int, list[LeftOutItem]]:
    """Edits clips of train into a new corpus; the same corpus and order give the same bytes.

    Args:
        folder: created; must be empty if it exists.
        tell: called with the number of sounds written, after each.

    Returns:
        the number of sounds, and the unreadable clips that were left out.

    Raises:
        CorpusError: the folder is not empty, or there is nothing to edit.
        OSError: writing fails.
    """
    need_empty(folder)
    records: list[Record] = []
    left_out: list[LeftOutItem] = []
    jobs = [(folder, job, order.seed) for job in planned(clips, order)]
    for found in follow(_written(jobs, workers), "editing sounds", len(jobs)):
        if isinstance(found, LeftOutItem):
            left_out.append(found)
        elif found is not None:
            records.append(found)
            tell(len(records))
    write_list(folder, records)
    return len(records), left_out


def edit_of(clip: Clip) -> str:
    """Returns the name of the edit of a clip made by `write_edits`: its last keyword."""
    return clip.keywords[-1]


def _written(jobs: Sequence[tuple[Path, EditJob, int]], workers: int) -> Iterator[Record | LeftOutItem | None]:
    if workers == 1:
        yield from starmap(_write, jobs)
        return
    with ProcessPoolExecutor(workers) as pool:
        yield from pool.map(_write, *zip(*jobs, strict=True), chunksize=4)


def _write(folder: Path, job: EditJob, seed: int) -> Record | LeftOutItem | None:
    clip = job.clip
    try:
        samples, _ = decode.read(
            clip.path, RATE_HZ, start_s=clip.start_s, end_s=clip.start_s + LONGEST_S, max_s=LONGEST_S
        )
    except AudioError as err:
        return LeftOutItem(ExclusionReason.UNREADABLE, clip.original_path, str(err))
    rng = np.random.default_rng([seed, _number(f"{clip.id} {job.name}"), job.take])
    edited = edit(samples, clip.captions[0], rng, RATE_HZ, [job.name])
    return None if edited is None else _record(folder, job, edited, rng, seed)


def _chosen(by_kind: dict[str, list[Clip]], order: EditOrder) -> list[tuple[str, str]]:
    """Kinds with their edits, each edit about equally often."""
    used: Counter[str] = Counter()
    pairs: list[tuple[str, str]] = []
    for kind in _in_turn(by_kind):
        texts = [caption for clip in by_kind[kind] for caption in clip.captions]
        fitting = [name for name in EDITS if not any(contradicts(name, text) for text in texts)]
        fitting.sort(key=lambda name: (used[name], _number(f"{order.seed} {kind} {name}")))
        for name in fitting[: min(order.edits_each, order.kinds - len(pairs))]:
            used[name] += 1
            pairs.append((kind, name))
        if len(pairs) == order.kinds:
            break
    return pairs


def _in_turn(by_kind: dict[str, list[Clip]]) -> Iterator[str]:
    """Kinds with enough clips: the largest of each category, then the second of each, and so on."""
    categories: dict[str, list[str]] = defaultdict(list)
    for kind in sorted(by_kind, key=lambda kind: (-len(by_kind[kind]), kind)):
        if len(by_kind[kind]) >= _LEAST_CLIPS:
            categories[by_kind[kind][0].category].append(kind)
    for row in zip_longest(*(categories[name] for name in sorted(categories))):
        yield from (kind for kind in row if kind is not None)


def _jobs(clips: Sequence[Clip], name: str, count: int, seed: int, taken: set[str]) -> Iterator[EditJob]:
    """`count` takes of a kind's clips; every clip comes once before any comes again."""
    kind = f"{clips[0].kind} {name}"
    if name == "distant" and f"{clips[0].kind}_far" in taken:
        kind = f"{clips[0].kind}_far"
    order = sorted(clips, key=lambda clip: _number(f"{seed} {clip.id}"))
    for place in range(min(count, _TAKES * len(order))):
        take, which = divmod(place, len(order))
        yield EditJob(order[which], name, take, kind)


def _record(folder: Path, job: EditJob, edited: EditResult, rng: np.random.Generator, seed: int) -> Record:
    clip, name = job.clip, job.name.replace(" ", "-")
    id = f"edit-{seed}-{clip.id}-{name}-{job.take}"
    path = Path("audio") / name / f"{id}.flac"
    duration_s = write_sound(folder, path, edited.samples, RATE_HZ)
    captions = (edited.caption, *(edit_caption(caption, job.name, rng) for caption in clip.captions[1:]))
    return {
        "id": id,
        "file": path.as_posix(),
        "source": f"{clip.source}{EDITED}",
        "original_path": clip.original_path,
        "licence": clip.licence,
        "licence_class": "open",
        "duration_s": duration_s,
        "labels": [*clip.keywords, job.name],
        "category": clip.category,
        "captions": list(dict.fromkeys(captions)),
        "kind": job.kind,
        "base": clip.kind,
        "group": clip.group,
        "split": "train",
    }


def _number(text: str) -> int:
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "big")
