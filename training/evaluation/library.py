"""Clips as a library of the engine: indexed with a pack and searched, both by the command line and by sound only.

The files get names that say nothing, or those they had (`original_name`). Equal scores are ranked by path; names that
say nothing are numbered, so that the clips' own order decides. The caller judges the hits.
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
from engine.errors import EngineError
from engine.events import Progress, from_line
from training.data.corpus import Clip
from training.progress import Work, follow, working

_SOME_FAILED = 3
"""Exit status of `earshot index` when some files could not be read."""

LibraryWriter: TypeAlias = Callable[[Clip, Path], Path | None]
"""Writes a clip at a place that has no suffix yet, and gives the file; None where the clip cannot be read. Threads
call it."""


class EvaluationError(EngineError):
    """The engine refused what an evaluation asked of it."""


@dataclass(frozen=True, slots=True)
class IndexedBy:
    """How clips become a library; no figure depends on it."""

    workers: int = 0
    """Threads that write files, and that read in the index job; 0 for one a core."""
    device: str = "cpu"
    """What the engine computes the pack on, one of its own names."""


ORDINARY = IndexedBy()


@dataclass(frozen=True, slots=True)
class PrintedHit:
    """One hit as the engine printed it."""

    row: int
    """Of the clips."""
    confidence: str | None
    """strong, fair or weak; None where the pack's curves were not fitted."""


@dataclass(frozen=True, slots=True)
class NearDuplicate:
    """One clip of a group of near duplicates."""

    row: int
    """Of the clips."""
    similarity: float
    """Cosine with the best of its group, 1 for that one itself."""


@dataclass(frozen=True, slots=True)
class ClipLibrary:
    """Clips that the engine indexed."""

    folder: Path
    rows: dict[str, int]
    """Path below `sounds` to row of the clips, with / between folders."""
    unreadable: int
    """Clips that could not be written, and are therefore in no answer."""

    @property
    def sounds(self) -> Path:
        """Where the clips' files lie: the one root."""
        return self.folder.with_name("sounds")

    def row_at(self, path: str) -> int:
        """Gives the row of the clip whose file the engine names."""
        return self.rows[Path(path).relative_to(self.sounds).as_posix()]

    def search(self, texts: Sequence[str], limit: int) -> list[list[PrintedHit]]:
        """Gives the first `limit` hits of each text, best first.

        Raises:
            EvaluationError: the engine failed.
        """
        # A line a text: what the command line cannot be asked as it stands is asked with plain blanks.
        lines = [" ".join(text.split()) for text in texts]
        asked = self.folder.with_name("queries.txt")
        asked.write_text("\n".join(dict.fromkeys(lines)) + "\n", encoding="utf-8")
        options = ["--sound-only", "--exact", "--limit", limit, "--json"]
        with working("searching for captions", len(set(lines))) as work:
            follow_answers = partial(_asked, work, set())
            said = _earshot("--library", self.folder, "search", "--batch", asked, *options, each=follow_answers)
        hits: dict[str, list[PrintedHit]] = {}
        for line in said.splitlines():
            hit = json.loads(line)
            found = PrintedHit(self.row_at(hit["path"]), hit["confidence"])
            hits.setdefault(hit["query"], []).append(found)
        return [hits.get(line, []) for line in lines]

    def spot(self, lines: Sequence[str]) -> list[list[PrintedHit]]:
        """Gives the five sounds of each line of a script, by the sound alone, takes folded.

        Raises:
            EvaluationError: the engine failed.
        """
        script = self.folder.with_name("script.txt")
        script.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        with working("spotting a script", len(lines)):
            said = _earshot("--library", self.folder, "spot", script, "--sound-only", "--exact", "--json")
        cues = [json.loads(line)["hits"] for line in said.splitlines()]
        return [[PrintedHit(self.row_at(hit["path"]), hit["confidence"]) for hit in hits] for hits in cues]

    def duplicates(self) -> list[list[NearDuplicate]]:
        """Gives the groups of exact copies, then those of near duplicates, as the engine finds them in any library.

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
    by: IndexedBy = ORDINARY,
    write: LibraryWriter | None = None,
    name: Callable[[Clip], str] | None = None,
) -> Iterator[ClipLibrary]:
    """Writes the clips' files, indexes them with the pack, and removes all of it at the end.

    Args:
        pack: the pack's folder.
        clips: one that cannot be read is in no answer.
        by: on what, and by how many threads.
        write: makes the file of a clip; None to copy it.
        name: gives a clip's path below the root, without a suffix; a second one of a path gets a number. None: names
            that say nothing.

    Raises:
        EvaluationError: the engine failed.
    """
    with tempfile.TemporaryDirectory(prefix="earshot-evaluate-") as work:
        # As the engine will name it: it resolves the root, and the temporary folder may be behind a link.
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
    """Gives where a clip lay in its collection, below a folder of the collection's name, without suffix.

    Dots that would hide a file or folder from the engine's walk go.
    """
    parts = Path(clip.original_path).with_suffix("").parts
    return "/".join((clip.source, *(part.lstrip(".") or "folder" for part in parts if part not in ("/", ".."))))


def _places(clips: Sequence[Clip], name: Callable[[Clip], str] | None) -> list[str]:
    """A path below the root for each clip, without suffix, no two alike in any case of letters."""
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
    """Copies a clip's file under another name; of a stretch of a longer file only the stretch, decoded."""
    if clip.start_s <= 0.0:
        return Path(shutil.copyfile(clip.path, place.with_name(place.name + clip.path.suffix)))
    samples, info = decode.read(clip.path, start_s=clip.start_s, end_s=clip.start_s + clip.duration_s)
    place = place.with_name(f"{place.name}.wav")
    soundfile.write(place, samples, info.sample_rate_hz, subtype="FLOAT")
    return place


def _earshot(*words: object, each: Callable[[str], None] = lambda line: None) -> str:
    """Runs one command of the engine; gives what it printed. Files that could not be read are no reason to stop.

    Args:
        words: of the command line.
        each: told every line that is printed, as it comes.
    """
    command = [sys.executable, "-m", "engine.cli", *(str(word) for word in words)]
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
        except BaseException:  # its own end would be waited for otherwise
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
    """Follows an indexing job by its events."""
    event = from_line(line)
    if isinstance(event, Progress):
        work.at(event.done, total=event.total, share=event.share)


def _asked(work: Work, texts: set[str], line: str) -> None:
    """Follows the answers to queries by the first hit of each."""
    texts.add(json.loads(line)["query"])
    work.at(len(texts))
