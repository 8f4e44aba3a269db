"""Converts a reference sound, or a stretch of one, to the vectors of a find-similar."""

from msgspec.structs import replace

from engine.audio.decode import read
from engine.audio.measures import Measurer
from engine.audio.segments import cut
from engine.base.errors import QueryError
from engine.base.messages import Amount, Message, Unit, told
from engine.base.query_messages import QueryAdvice, QueryFault
from engine.base.types import AudioInfo, FilePath, Measures, Vectors
from engine.models.encoder import AudioEncoder
from engine.models.manifest import PackInfo

LONGEST_S = 600.0
"""Seconds of a reference to use, from the start of the sound or stretch."""


def reference_vectors(
    path: FilePath, encoder: AudioEncoder, pack: PackInfo, *, start_s: float | None = None, end_s: float | None = None
) -> Vectors:
    """float32 [N, D], unit: the sound's windows, cut and encoded as in indexing.

    Args:
        path: any sound file, in the library or not.
        start_s: start of the stretch, None for that of the sound.
        end_s: end of the stretch, None for that of the sound.

    Raises:
        QueryError: the stretch does not exist.
        AudioError: the file cannot be read, or the stretch is empty.
    """
    start = _checked(start_s, end_s)
    samples, _ = read(path, pack.sample_rate_hz, start_s=start, end_s=end_s, mono=True, max_s=LONGEST_S)
    return encoder.encode_segments(cut(samples, pack.plan))


def measured(path: FilePath, *, start_s: float | None = None, end_s: float | None = None) -> tuple[AudioInfo, Measures]:
    """Measures a sound or a stretch of it; the returned info has the length of the stretch.

    Raises:
        QueryError: the stretch does not exist.
        AudioError: the file cannot be read, or the stretch is empty.
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


def no_stretch(start_s: float, end_s: float | None) -> Message:
    """The message that a sound has no such stretch; None means its end."""
    start = Amount(start_s, Unit.SECONDS)
    if end_s is None:
        return told(QueryFault.NO_STRETCH_TO_END, start)
    return told(QueryFault.NO_STRETCH, start, Amount(end_s, Unit.SECONDS))
