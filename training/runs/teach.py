"""Has trained models say what they make of a training set: the tables of `training.runs.teachers`, one a model.

Primus & Widmer 2024, section 2.2, step 1: in eval mode, each sound and each caption once, projected and not normalised.
The paper's code crops sounds over 30 s at random here; ours takes them from their start, so that a table made again is
the same.
"""

import hashlib
from collections.abc import Sequence
from pathlib import Path

from training.data.corpus import Clip
from training.runs.checkpoint import commit_of_code, load_checkpoint
from training.runs.hearing import embed_captions, embed_clips
from training.runs.material import Report
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
) -> TeacherFacts:
    """Makes one model's table, unless it is there already and knows all that is asked for.

    Args:
        checkpoint: of the model.
        clips: sounds of the student's training set; one that cannot be read is reported and left out.
        captions: every text that the student may meet.
        folder: of the table.
        cache: for mel pictures and text vectors.
        report: told what is done and left out.
        device: where the model runs.

    Raises:
        CheckpointError: the checkpoint cannot be read.
        TeacherError: nothing can be read, or the model gives vectors that are not finite.
    """
    digest, texts = _digest(checkpoint), list(dict.fromkeys(captions))
    kept = _kept(folder, digest, clips, texts)
    if kept is not None:
        report(f"{folder} knows all of this already")
        return kept
    trained = load_checkpoint(checkpoint)
    model = trained.model().to(device)
    heard, audio = embed_clips(model, clips, trained.config, cache, report)
    if not heard:
        raise TeacherError(f"none of {len(clips)} sounds can be read", advice="Look at the corpus and its disk.")
    read = embed_captions(model, texts)
    known = {clip.id for clip in heard}
    left_out = tuple(clip.id for clip in clips if clip.id not in known)
    facts = TeacherFacts(trained.config.name, checkpoint.name, commit_of_code(), int(audio.shape[1]), digest, left_out)
    write_teacher(folder, facts, [clip.id for clip in heard], audio, texts, read)
    report(f"{facts.name}: {len(heard)} sounds and {len(texts)} captions in {folder}, {len(left_out)} sounds left out")
    return facts


def _kept(folder: Path, digest: str, clips: Sequence[Clip], texts: Sequence[str]) -> TeacherFacts | None:
    """The facts of the table that is there, if it is this checkpoint's and complete."""
    try:
        teacher = read_teacher(folder)
        TeacherTable([teacher]).check([clip.id for clip in clips], texts)
    except TeacherError:
        return None
    return teacher.facts if teacher.facts.digest == digest else None


def _digest(path: Path) -> str:
    """Gives a fingerprint of a file; "" when there is none, which whoever opens it will say."""
    if not path.is_file():
        return ""
    with path.open("rb") as file:
        return hashlib.file_digest(file, lambda: hashlib.blake2b(digest_size=16)).hexdigest()
