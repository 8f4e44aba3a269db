"""Makes trained models' tables for distillation, one a model; see `training.runs.teachers`.

Primus & Widmer 2024, section 3, step 1: in eval mode, each sound and each caption once, projected and not normalised.
The paper's code crops sounds over 30 s at random here; ours takes them from their start, so that tables are
reproducible.
"""

import hashlib
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import torch

from training.base.results import TEACHER, check_room, make_room
from training.data.corpus import Clip, only
from training.runs.checkpoint import Checkpoint, commit_of_code, load_checkpoint
from training.runs.embedding import Floats, embed_captions, embed_clips
from training.runs.folders import WEIGHTS
from training.runs.heads import published_hearing
from training.runs.looks import read_texts
from training.runs.material import Report, gather
from training.runs.teachers import TeacherError, TeacherFacts, TeacherTable, read_teacher, write_teacher


def teach(
    checkpoint: Path,
    clips: Sequence[Clip],
    captions: Sequence[str],
    folder: Path,
    cache: Path,
    report: Report,
    *,
    device: str = "cpu",
    replaces: bool = True,
) -> TeacherFacts:
    """Makes one model's table, unless it already exists with everything needed.

    Args:
        clips: sounds of the student's training set; unreadable ones are reported and left out.
        captions: every text that the student may meet.
        cache: folder for mel pictures and text vectors.
        report: told what is done and left out.
        replaces: move another table in the folder aside.

    Raises:
        FolderTaken: the folder holds another table, which may not be moved aside.
        CheckpointError: the checkpoint is unreadable.
        TeacherError: nothing is readable, or the model gives non-finite vectors.
    """

    def said(trained: Checkpoint, texts: Sequence[str]) -> _Said:
        model = trained.model().to(device)
        heard, audio = embed_clips(model, clips, trained.config, cache, report)
        return heard, audio, embed_captions(model, texts)

    return _taught(checkpoint, clips, captions, folder, report, said, replaces=replaces)


def teach_heads(
    checkpoint: Path,
    clips: Sequence[Clip],
    captions: Sequence[str],
    folder: Path,
    cache: Path,
    pretrained: Path | None,
    report: Report,
) -> TeacherFacts:
    """Makes the table of heads on a frozen tower from its cached features, in seconds.

    `teach` averages over the pack's windows. Heads are trained on whole sounds of up to 10 s, and are asked about those
    here: a student that is heads too hears the same.

    Args:
        checkpoint: checkpoint of a run with `heads.passes`.
        clips: that run's clips with their splits; the table covers train.
        captions: every text that the student may meet.
        cache: folder for pictures and the tower's features.
        pretrained: folder of published weights; None to fetch them.
        report: told what is done and left out.

    Raises:
        CheckpointError: the checkpoint or the published weights are unreadable.
        TeacherError: nothing is readable, or the model gives non-finite vectors.
    """

    def said(trained: Checkpoint, texts: Sequence[str]) -> _Said:
        model, material = trained.model().eval(), gather(clips, trained.config, cache, report)
        features = published_hearing(material, trained.config, cache, pretrained, report)[1].features
        with torch.inference_mode():
            vectors = np.asarray(model.audio_projection(features).numpy(), dtype=np.float32)
            return material.train_clips, vectors, read_texts(model, material, texts)

    learnt = [clip for clip in only(list(clips), "train") if clip.captions]
    return _taught(checkpoint, learnt, captions, folder, report, said, replaces=True)


_Said = tuple[Sequence[Clip], Floats, Floats]
"""The readable clips, a joint vector of each, float32 [clips, D], and of each caption, [captions, D]."""


def _taught(
    checkpoint: Path,
    clips: Sequence[Clip],
    captions: Sequence[str],
    folder: Path,
    report: Report,
    said: Callable[[Checkpoint, Sequence[str]], _Said],
    *,
    replaces: bool,
) -> TeacherFacts:
    """The table of one model, existing or new."""
    digest, texts = _digest(checkpoint), list(dict.fromkeys(captions))
    if kept := _kept(folder, digest, clips, texts):
        report(f"{folder} knows all of this already")
        return kept
    check_room(folder, TEACHER, replaces=replaces)
    trained = load_checkpoint(checkpoint)
    heard, audio, read = said(trained, texts)
    if not heard:
        raise TeacherError(f"none of {len(clips)} sounds can be read", advice="Look at the corpus and its disk.")
    ids = {clip.id for clip in heard}
    left_out = tuple(clip.id for clip in clips if clip.id not in ids)
    facts = TeacherFacts(trained.config.name, checkpoint.name, commit_of_code(), int(audio.shape[1]), digest, left_out)
    make_room(folder, TEACHER, report)
    write_teacher(folder, facts, [clip.id for clip in heard], audio, texts, read)
    report(f"{facts.name}: {len(heard)} sounds and {len(texts)} captions in {folder}, {len(left_out)} sounds left out")
    return facts


def _kept(folder: Path, digest: str, clips: Sequence[Clip], texts: Sequence[str]) -> TeacherFacts | None:
    """Facts of the existing table, if it is this checkpoint's and complete."""
    try:
        teacher = read_teacher(folder)
        TeacherTable([teacher]).check([clip.id for clip in clips], texts)
    except TeacherError:
        return None
    return teacher.facts if teacher.facts.digest == digest else None


def _digest(path: Path) -> str:
    """A fingerprint of a checkpoint's file, or of a shared one's weights; "" if there is none.

    Opening it reports that.
    """
    path = path / WEIGHTS if path.is_dir() else path
    if not path.is_file():
        return ""
    with path.open("rb") as file:
        return hashlib.file_digest(file, lambda: hashlib.blake2b(digest_size=16)).hexdigest()
