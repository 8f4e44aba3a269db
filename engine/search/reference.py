"""Turns a reference sound, or a stretch of one, into the vectors that a find-similar asks with."""

from dataclasses import replace

from engine.audio.decode import read
from engine.audio.measure import Measurer
from engine.audio.segments import cut
from engine.error_wording.asking import QueryAdvice, QueryFault
from engine.errors import QueryError
from engine.models.encoder import AudioEncoder
from engine.models.manifest import PackInfo
from engine.types import AudioInfo, FilePath, Measures, Vectors
from engine.wording import Amount, Said, Unit, told

LONGEST_S = 600.0
"""Seconds of a reference that are listened to, from its start or the start of the stretch."""


def reference_vectors(
    path: FilePath, encoder: AudioEncoder, pack: PackInfo, *, start_s: float | None = None, end_s: float | None = None
) -> Vectors:
    """Gives float32 [N, D], unit: the windows of the sound, cut and encoded as indexing does it.

    Args:
        path: any sound file, in the library or not.
        encoder: of the library's pack.
        pack: the same pack's facts.
        start_s: start of the stretch, None for that of the sound.
        end_s: end of the stretch, None for that of the sound.

    Raises:
        QueryError: there is no such stretch.
        AudioError: the file cannot be read, or there is nothing in the stretch.
    """
    start = _checked(start_s, end_s)
    samples, _ = read(path, pack.sample_rate_hz, start_s=start, end_s=end_s, mono=True, max_s=LONGEST_S)
    return encoder.encode_segments(cut(samples, pack.plan))


def measured(path: FilePath, *, start_s: float | None = None, end_s: float | None = None) -> tuple[AudioInfo, Measures]:
    """Gives the measures of a sound or a stretch of it, and the file's facts with the length of what was heard.

    Raises:
        QueryError: there is no such stretch.
        AudioError: the file cannot be read, or there is nothing in the stretch.
    """
    samples, info = read(path, start_s=_checked(start_s, end_s), end_s=end_s, mono=False, max_s=LONGEST_S)
    measurer = Measurer(info.sample_rate_hz, samples.shape[1], info.layout)
    measurer.add(samples)
    is_whole = start_s is None and end_s is None
    duration_s = info.duration_s if is_whole else len(samples) / info.sample_rate_hz
    return replace(info, duration_s=duration_s), measurer.finish()


def _checked(start_s: float | None, end_s: float | None) -> float:
    start = 0.0 if start_s is None else start_s
    if start < 0 or (end_s is not None and not end_s > start):
        raise QueryError(no_stretch(start, end_s), advice=QueryAdvice.GIVE_STRETCH)
    return start


def no_stretch(start_s: float, end_s: float | None) -> Said:
    """That a sound has no such stretch; None for its end."""
    start = Amount(start_s, Unit.SECONDS)
    if end_s is None:
        return told(QueryFault.NO_STRETCH_TO_END, start)
    return told(QueryFault.NO_STRETCH, start, Amount(end_s, Unit.SECONDS))
