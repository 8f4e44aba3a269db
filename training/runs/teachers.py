"""Teachers' vectors of every sound and caption for distillation, kept on disk and looked up batch by batch.

Primus & Widmer 2024, section 3, step 1: each stage-1 model runs once over the training set in eval mode, and its
projected embeddings are kept *without* being normalised; step 2: the mean of the teachers' cosines gives a batch's soft
targets. `training.runs.teacher_tables` runs the models; `training.objectives.distillation` has the loss.

A teacher's folder: audio.npy and text.npy (float16), audio.json and text.json (keys), and last teacher.json.
"""

import json
import os
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from engine.base.errors import EngineError

FORMAT = 1
_HEADER = "teacher.json"
_AGAIN = "Make the tables again: earshot-train teach"


class TeacherError(EngineError):
    """A teacher's table is missing, damaged, from a later version, or incomplete for a run."""


@dataclass(frozen=True, slots=True)
class TeacherFacts:
    """Origin of a table."""

    name: str
    checkpoint: str
    commit: str
    """Commit of the code that made the table; empty outside a checkout."""
    dim: int
    """D, size of the joint vectors; may differ within an ensemble."""
    digest: str = ""
    """Digest of the checkpoint's file, by which an existing table is recognised."""
    left_out: tuple[str, ...] = ()
    """Ids of unreadable clips, which a run cannot read either."""


@dataclass(frozen=True, slots=True)
class Teacher:
    """One teacher's table."""

    facts: TeacherFacts
    audio: NDArray[np.float16]
    """float16 [sounds, D], projected and not normalised; mapped from disk."""
    text: NDArray[np.float16]
    """float16 [captions, D], likewise."""
    audio_rows: dict[str, int]
    text_rows: dict[str, int]


def write_teacher(
    folder: Path,
    facts: TeacherFacts,
    audio_ids: Sequence[str],
    audio: NDArray[np.float32],
    captions: Sequence[str],
    text: NDArray[np.float32],
) -> None:
    """Writes a table, replacing an older one in the folder.

    Args:
        folder: created if missing.
        facts: origin of the table.
        audio_ids: distinct clip ids.
        audio: float32 [sounds, D], projected and not normalised.
        captions: distinct texts as the run will look them up.
        text: float32 [captions, D].

    Raises:
        TeacherError: a vector is not finite, or has no finite float16.
    """
    folder.mkdir(parents=True, exist_ok=True)
    (folder / _HEADER).unlink(missing_ok=True)
    for part, keys, vectors in (("audio", audio_ids, audio), ("text", captions, text)):
        if len(set(keys)) != len(keys) or vectors.shape != (len(keys), facts.dim):
            raise ValueError(f"{part}: {len(keys)} keys, {len(set(keys))} distinct, vectors {vectors.shape}")
        with np.errstate(over="ignore"):
            halves = vectors.astype(np.float16)
        finite = np.isfinite(halves).all(axis=1)
        if not finite.all():
            raise TeacherError(
                f"teacher {facts.name} gives no finite float16 vector for {keys[int(np.argmin(finite))]!r}",
                advice="Its training went wrong: use another checkpoint of it.",
            )
        np.save(folder / f"{part}.npy", halves)
        (folder / f"{part}.json").write_text(json.dumps(list(keys), ensure_ascii=False), encoding="utf-8")
    temporary = folder / f".{_HEADER}.{os.getpid()}"
    temporary.write_text(json.dumps({"format": FORMAT, **asdict(facts)}, indent=1), encoding="utf-8")
    temporary.replace(folder / _HEADER)


def read_teacher(folder: Path) -> Teacher:
    """Opens a table; its vectors stay on disk until used.

    Raises:
        TeacherError: no table, an unfinished or damaged one, or one of a later format.
    """
    try:
        header: dict[str, Any] = json.loads((folder / _HEADER).read_text(encoding="utf-8"))
        if header.pop("format") != FORMAT:
            raise TeacherError(f"{folder} is of a later format", advice="Use the version that wrote it.")
        tables = [np.load(folder / f"{part}.npy", mmap_mode="r", allow_pickle=False) for part in ("audio", "text")]
        keys = [json.loads((folder / f"{part}.json").read_text(encoding="utf-8")) for part in ("audio", "text")]
        rows = [{key: row for row, key in enumerate(part)} for part in keys]
        header["left_out"] = tuple(header.get("left_out", ()))
        teacher = Teacher(TeacherFacts(**header), tables[0], tables[1], rows[0], rows[1])
    except TeacherError:
        raise
    except FileNotFoundError as err:
        raise TeacherError(f"no teacher at {folder}: {Path(err.filename).name} is not there", advice=_AGAIN) from err
    except (OSError, ValueError, KeyError, TypeError, EOFError) as err:
        raise TeacherError(f"the teacher at {folder} cannot be read: {err}", advice=_AGAIN) from err
    for table, keyed in ((teacher.audio, teacher.audio_rows), (teacher.text, teacher.text_rows)):
        if table.shape != (len(keyed), teacher.facts.dim) or table.dtype != np.float16:
            raise TeacherError(
                f"the teacher at {folder} has {len(keyed)} keys for {table.dtype} {table.shape}", advice=_AGAIN
            )
    return teacher


class TeacherTable:
    """An ensemble of teachers that provides a batch's soft targets."""

    def __init__(self, teachers: Sequence[Teacher], device: torch.device | str = "cpu") -> None:
        if not teachers:
            raise ValueError("an ensemble needs at least one teacher")
        self.teachers = tuple(teachers)
        self._device = torch.device(device)

    @classmethod
    def load(cls, folders: Iterable[Path], device: torch.device | str = "cpu") -> "TeacherTable":
        """Reads teachers from disk.

        Args:
            folders: teachers' folders, or folders that contain several.
            device: device of `similarity`.

        Raises:
            TeacherError: see `read_teacher`; or nothing there at all.
        """
        found: list[Path] = []
        for folder in folders:
            inside = [folder] if (folder / _HEADER).exists() else sorted(p.parent for p in folder.glob(f"*/{_HEADER}"))
            if not inside:
                raise TeacherError(f"no teacher at {folder}: {_HEADER} is not there", advice=_AGAIN)
            found += inside
        return cls([read_teacher(folder) for folder in found], device)

    def check(self, audio_ids: Iterable[str], captions: Iterable[str]) -> None:
        """Checks before a run that the teachers know all it will look up.

        Sounds that were unreadable when the table was made do not count: a run skips them too.

        Raises:
            TeacherError: a teacher lacks some sounds or captions; says how many and names the first.
        """
        sounds, texts = list(dict.fromkeys(audio_ids)), list(dict.fromkeys(captions))
        for teacher in self.teachers:
            for what, wanted, rows in (("sounds", sounds, teacher.audio_rows), ("captions", texts, teacher.text_rows)):
                unread = set(teacher.facts.left_out if rows is teacher.audio_rows else ())
                missing = [key for key in wanted if key not in rows and key not in unread]
                if missing:
                    counts = f"{len(missing)} of {len(wanted)} {what}, first {missing[0]!r}"
                    raise TeacherError(
                        f"teacher {teacher.facts.name} lacks {counts}",
                        advice="Make its table over the same data and captions as this run: earshot-train teach",
                    )

    def similarity(self, audio_ids: Sequence[str], captions: Sequence[str]) -> Tensor:
        """Returns the teachers' mean cosine, float32 [B, N], on the table's device.

        Args:
            audio_ids: B clip ids.
            captions: N texts.

        Raises:
            TeacherError: a teacher lacks one of them.
        """
        total = torch.zeros(len(audio_ids), len(captions), device=self._device)
        for teacher in self.teachers:
            try:
                audio = self._unit(teacher.audio, [teacher.audio_rows[key] for key in audio_ids])
                text = self._unit(teacher.text, [teacher.text_rows[key] for key in captions])
            except KeyError as err:
                self.check(audio_ids, captions)
                raise TeacherError(
                    f"teacher {teacher.facts.name} could not read {err.args[0]!r}, which can be read now",
                    advice="Make its table again with earshot-train teach, in another folder.",
                ) from err
            total += audio @ text.T
        return total / len(self.teachers)

    def _unit(self, table: NDArray[np.float16], rows: list[int]) -> Tensor:
        vectors = torch.from_numpy(np.asarray(table[rows], dtype=np.float32)).to(self._device)
        return torch.nn.functional.normalize(vectors, dim=1)
