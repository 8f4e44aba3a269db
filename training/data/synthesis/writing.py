"""Writes synthesised sounds as a corpus in Earshot's own layout: audio/GENERATOR/ID.flac and meta.jsonl.

Each sound's generator state derives from the seed, its generator's name and its number, so a seed gives the same bytes
whatever other generators and however many processes run.
"""

import hashlib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import starmap
from pathlib import Path

import numpy as np

from training.base.progress import follow
from training.data.corpora.splits import Shares, split_by_recording
from training.data.corpus import Clip, CorpusError
from training.data.edits import edit, edit_caption
from training.data.synthesis.generator_output import SynthesisedSound
from training.data.synthesis.layout import Record, need_empty, write_list, write_sound
from training.data.synthesis.registry import GENERATORS, make

SOURCE = "earshot-synthesis"
LICENCE = "CC0-1.0"
_GROUP = 10
"""Consecutive sounds of one generator that a split never separates."""
_SHARES = Shares(val=0.1, test=0.1, least=1)


@dataclass(frozen=True, slots=True)
class SynthesisOrder:
    """What to synthesise."""

    names: tuple[str, ...]
    """Names of generators, used in turn; repeat a name to use it more often."""
    count: int
    seed: int
    edited_share: float = 0.0
    """Share of the sounds that are edited, as their captions say."""

    def __post_init__(self) -> None:
        unknown = [name for name in self.names if name not in GENERATORS]
        if unknown or not self.names:
            raise CorpusError(f"there is no generator {', '.join(unknown)}", advice=f"Known: {', '.join(GENERATORS)}.")
        if self.count < 1 or self.seed < 0 or not 0.0 <= self.edited_share <= 1.0:
            raise CorpusError(
                f"cannot make {self.count} sounds of seed {self.seed}, {self.edited_share} of them edited",
                advice="At least one sound, a seed of at least 0, and a share from 0 to 1.",
            )


def made(name: str, number: int, seed: int, edited_share: float) -> SynthesisedSound:
    """Makes one sound, edited or not; deterministic.

    Args:
        number: number of the sound within its generator.
        seed: seed of all sounds.
        edited_share: chance that it is edited.
    """
    digest = hashlib.blake2b(name.encode(), digest_size=8).digest()
    rng = np.random.default_rng([seed, int.from_bytes(digest, "big"), number])
    sound = make(name, rng)
    if rng.random() >= edited_share:
        return sound
    # An edit must suit every caption, so all of them together choose it.
    edited = edit(sound.samples, "; ".join(sound.captions), rng, sound.sample_rate_hz)
    if edited is None:
        return sound
    captions = tuple(dict.fromkeys(edit_caption(caption, edited.name, rng) for caption in sound.captions))
    kind = f"{sound.kind}_{edited.name.replace(' ', '_')}"
    labels = (*sound.labels, edited.name)
    return SynthesisedSound(edited.samples, sound.sample_rate_hz, captions, kind, sound.category, labels, sound.kind)


def write_synthesis(
    folder: Path, order: SynthesisOrder, tell: Callable[[int], None] = lambda _: None, workers: int = 1
) -> int:
    """Writes the sounds, then their list.

    Args:
        folder: created; must be empty if it exists.
        tell: called with the number of sounds written, after each.

    Returns:
        the number of sounds.

    Raises:
        CorpusError: the folder is not empty.
        SpeechError: speech is requested and espeak-ng is missing or fails.
        OSError: writing fails.
    """
    need_empty(folder)
    jobs = [(folder, name, number, order) for name, number in _dealt(order)]
    records: list[Record] = []
    for record in follow(_written(jobs, workers), "making sounds", len(jobs)):
        records.append(record)
        tell(len(records))
    write_list(folder, list(_split(records, folder, order.seed)))
    return len(records)


_Job = tuple[Path, str, int, SynthesisOrder]


def _dealt(order: SynthesisOrder) -> Iterator[tuple[str, int]]:
    numbers: Counter[str] = Counter()
    for place in range(order.count):
        name = order.names[place % len(order.names)]
        yield name, numbers[name]
        numbers[name] += 1


def _written(jobs: Sequence[_Job], workers: int) -> Iterator[Record]:
    if workers == 1:
        yield from starmap(_write, jobs)
        return
    with ProcessPoolExecutor(workers) as pool:
        yield from pool.map(_write, *zip(*jobs, strict=True), chunksize=4)


def _write(folder: Path, name: str, number: int, order: SynthesisOrder) -> Record:
    sound = made(name, number, order.seed, order.edited_share)
    clip_id = f"synth-{order.seed}-{name}-{number:05d}"
    path = Path("audio") / name / f"{clip_id}.flac"
    duration_s = write_sound(folder, path, sound.samples, sound.sample_rate_hz)
    return {
        "id": clip_id,
        "file": path.as_posix(),
        "source": SOURCE,
        "original_path": f"{name}/{sound.kind} {number:05d}.flac",
        "licence": LICENCE,
        "licence_class": "open",
        "duration_s": duration_s,
        "labels": list(sound.labels),
        "category": sound.category,
        "captions": list(sound.captions),
        "kind": sound.kind,
        "base": sound.base,
        "group": f"{SOURCE}/{order.seed}/{name}/{number // _GROUP}",
    }


def _split(records: Sequence[Record], folder: Path, seed: int) -> Iterator[Record]:
    clips = [
        Clip(str(one["id"]), folder, SOURCE, "", LICENCE, (), "", "", "train", 0.0, group=str(one["group"]))
        for one in records
    ]
    for record, clip in zip(records, split_by_recording(clips, _SHARES, str(seed)), strict=True):
        yield {**record, "split": clip.split}
