"""Clips as a library of the engine: indexed with a pack, and searched by sound only, through the command line.

Files get meaningless names, or their original ones (`original_name`). Equal scores are ranked by path; meaningless
names are numbered, so the clips' own order decides. The caller judges the hits.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TypeAlias

import soundfile

from engine.audio import decode
from engine.base.errors import EngineError
from engine.base.events import Progress, from_line
from training.base.progress import Work, follow, working
from training.data.corpus import Clip

_SOME_FAILED = 3
"""Exit status of `earshot index` when some files are unreadable."""

LibraryWriter: TypeAlias = Callable[[Clip, Path], Path | None]
"""Writes a clip at a path without suffix and returns the file; None for an unreadable clip. Called by threads."""


class EvaluationError(EngineError):
    """The engine failed in an evaluation."""


@dataclass(frozen=True, slots=True)
class IndexOptions:
    """How clips become a library; does not affect any figure."""

    workers: int = 0
    """Threads that write files, and that read in the index job; 0 for one a core."""
    device: str = "cpu"
    """Device of the pack, by the engine's own name."""


ORDINARY = IndexOptions()


@dataclass(frozen=True, slots=True)
class EngineHit:
    """One hit as printed by the engine."""

    row: int
    confidence: str | None
    """Mark: "strong", "fair" or "weak"; None if the pack's curves are not fitted."""


@dataclass(frozen=True, slots=True)
class NearDuplicate:
    """One clip of a group of near duplicates."""

    row: int
    similarity: float
    """Cosine with the best of its group; 1 for that one."""


@dataclass(frozen=True, slots=True)
class ClipLibrary:
    """Clips indexed by the engine."""

    folder: Path
    rows: dict[str, int]
    """Path below `sounds` to row of the clip, with / between folders."""
    unreadable: int
    """Clips that could not be written and are in no answer."""

    @property
    def sounds(self) -> Path:
        """The folder of the clips' files: the only root."""
        return self.folder.with_name("sounds")

    def row_at(self, path: str) -> int:
        """Returns the row of the clip with a path printed by the engine."""
        return self.rows[Path(path).relative_to(self.sounds).as_posix()]

    def search(self, texts: Sequence[str], limit: int) -> list[list[EngineHit]]:
        """Returns the first `limit` hits of each text, best first.

        Raises:
            EvaluationError: the engine failed.
        """
        # One line a text; line breaks and repeated blanks become single blanks.
        lines = [" ".join(text.split()) for text in texts]
        asked = self.folder.with_name("queries.txt")
        asked.write_text("\n".join(dict.fromkeys(lines)) + "\n", encoding="utf-8")
        options = ["--sound-only", "--exact", "--limit", limit, "--json"]
        with working("searching for captions", len(set(lines))) as work:
            follow_answers = partial(_asked, work, set())
            said = _earshot("--library", self.folder, "search", "--batch", asked, *options, each=follow_answers)
        hits: dict[str, list[EngineHit]] = {}
        for line in said.splitlines():
            hit = json.loads(line)
            found = EngineHit(self.row_at(hit["path"]), hit["confidence"])
            hits.setdefault(hit["query"], []).append(found)
        return [hits.get(line, []) for line in lines]

    def spot(self, lines: Sequence[str]) -> list[list[EngineHit]]:
        """Returns five sounds for each line of a script, by sound alone, with takes folded.

        Raises:
            EvaluationError: the engine failed.
        """
        script = self.folder.with_name("script.txt")
        script.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        with working("spotting a script", len(lines)):
            said = _earshot("--library", self.folder, "spot", script, "--sound-only", "--exact", "--json")
        cues = [json.loads(line)["hits"] for line in said.splitlines()]
        return [[EngineHit(self.row_at(hit["path"]), hit["confidence"]) for hit in hits] for hits in cues]

    def duplicates(self) -> list[list[NearDuplicate]]:
        """Returns the groups of exact copies, then those of near duplicates.

        Raises:
            EvaluationError: the engine failed.
        """
        with working("looking for duplicates"):
            said = [_earshot("--library", self.folder, "duplicates", *how, "--json") for how in ([], ["--near"])]
        groups = [json.loads(line)["sounds"] for text in said for line in text.splitlines()]
        return [[NearDuplicate(self.row_at(one["path"]), one["similarity"]) for one in group] for group in groups]


@contextmanager
def indexed(
    pack: Path,
    clips: Sequence[Clip],
    *,
    by: IndexOptions = ORDINARY,
    write: LibraryWriter | None = None,
    name: Callable[[Clip], str] | None = None,
) -> Iterator[ClipLibrary]:
    """Writes the clips' files, indexes them with the pack, and removes everything at the end.

    Args:
        clips: clips; unreadable ones are in no answer.
        write: makes a clip's file; None to copy it.
        name: returns a clip's path below the root without suffix; repeated paths get a number. None for meaningless
            names.

    Raises:
        EvaluationError: the engine failed.
    """
    with tempfile.TemporaryDirectory(prefix="earshot-evaluate-") as work:
        # The engine resolves the root, and the temporary folder may be behind a link.
        base = Path(work).resolve()
        sounds, folder = base / "sounds", base / "library"
        sounds.mkdir()
        places = [sounds / place for place in _places(clips, name)]
        for place in places:
            place.parent.mkdir(parents=True, exist_ok=True)
        with ThreadPoolExecutor(by.workers or os.cpu_count()) as writers:
            written = writers.map(write or copied, clips, places)
            files = list(follow(written, "writing sounds", len(clips)))
        rows = {file.relative_to(sounds).as_posix(): row for row, file in enumerate(files) if file is not None}
        extra = ["--workers", str(by.workers)] if by.workers else []
        plain = ["--pack", pack, "--device", by.device, "--no-speech", "--json"]
        with working("indexing sounds", len(files)) as at_work:
            _earshot("--library", folder, "index", sounds, *plain, *extra, each=partial(_indexed, at_work))
        yield ClipLibrary(folder, rows, len(clips) - len(rows))


def original_name(clip: Clip) -> str:
    """Returns a clip's path in its collection, below a folder named after the collection, without suffix.

    Drops leading dots, which would hide a file or folder from the engine's walk.
    """
    parts = Path(clip.original_path).with_suffix("").parts
    return "/".join((clip.source, *(part.lstrip(".") or "folder" for part in parts if part not in ("/", ".."))))


def _places(clips: Sequence[Clip], name: Callable[[Clip], str] | None) -> list[str]:
    """A path below the root for each clip, without suffix, unique regardless of case."""
    if name is None:
        return [f"{row:06d}" for row in range(len(clips))]
    taken: set[str] = set()
    places = []
    for clip in clips:
        wanted = place = name(clip)
        take = 1
        while place.casefold() in taken:
            take += 1
            place = f"{wanted}_{take}"
        taken.add(place.casefold())
        places.append(place)
    return places


def copied(clip: Clip, place: Path) -> Path:
    """Copies a clip's file under another name; decodes a stretch of a longer file."""
    if clip.start_s <= 0.0:
        return Path(shutil.copyfile(clip.path, place.with_name(place.name + clip.path.suffix)))
    samples, info = decode.read(clip.path, start_s=clip.start_s, end_s=clip.start_s + clip.duration_s)
    place = place.with_name(f"{place.name}.wav")
    soundfile.write(place, samples, info.sample_rate_hz, subtype="FLOAT")
    return place


def _earshot(*words: object, each: Callable[[str], None] = lambda line: None) -> str:
    """Runs a command of the engine; returns its output. Unreadable files are no error.

    Args:
        words: arguments of the command line.
        each: called with every printed line at once.
    """
    command = [sys.executable, "-m", "engine.cli.main", *(str(word) for word in words)]
    lines: list[str] = []
    with (
        tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as complaints,
        subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=complaints, text=True, encoding="utf-8"
        ) as running,
    ):
        assert running.stdout is not None
        try:
            for line in running.stdout:
                lines.append(line)
                each(line)
            status = running.wait()
        except BaseException:  # otherwise the process would be waited for
            running.kill()
            raise
        if status not in (0, _SOME_FAILED):
            complaints.seek(0)
            raise EvaluationError(
                f"earshot {words[2]} ended with status {status}: {complaints.read()[-2000:]}",
                advice="Check the pack with `earshot pack verify` and the corpus with `earshot-train corpus`.",
            )
    return "".join(lines)


def _indexed(work: Work, line: str) -> None:
    event = from_line(line)
    if isinstance(event, Progress):
        work.at(event.done, total=event.total, share=event.share)


def _asked(work: Work, texts: set[str], line: str) -> None:
    texts.add(json.loads(line)["query"])
    work.at(len(texts))
