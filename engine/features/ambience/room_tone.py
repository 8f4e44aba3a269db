"""Writes a background as a WAV of a given length, at the level of the query's stretch. Never touches the source.

Rate, channels and depth are the source's, texts and credits are copied as in other copies (`engine.transfer.collect`),
and no file is overwritten.
"""

import contextlib
from pathlib import Path

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from engine.audio.decode import read
from engine.audio.effects import NO_EFFECTS
from engine.audio.files import open_regular
from engine.audio.metadata import metadata_of
from engine.audio.region_chunks import channel_mask, region_texts
from engine.audio.region_names import plain_name
from engine.audio.region_render import form_of
from engine.audio.wav_writer import WavWriter
from engine.base.atomic_files import unwritable
from engine.base.cancellation import Cancel, check, never
from engine.base.errors import QueryError, TransferError
from engine.base.messages import Amount, Unit, told
from engine.base.partial_files import partial_in, workplace_in
from engine.base.types import AudioInfo, FilePath
from engine.features.ambience.background_measure import SteadyStretch
from engine.features.ambience.background_search import Background
from engine.features.ambience.loop import LoopPlan, Samples, least_frames, looped, plan_loop
from engine.features.ambience.messages import BackgroundAdvice, BackgroundFault
from engine.transfer.collect import ExportItem, SourceStretch
from engine.transfer.messages import TransferAdvice, TransferFault
from engine.transfer.profile import AS_IT_IS, Profile
from engine.transfer.transfer import TransferredFile, transfer

SHORTEST_S, LONGEST_S = 1.0, 3600.0
"""Range of the written length."""
USUAL_S = 30.0
_READ_SAMPLES = 40_000_000
"""Most samples of a stretch, over all channels, to fit in memory."""
_MOST_GAIN_DB = 30.0
_CEILING = 10.0 ** (-1.0 / 20.0)
"""Highest peak of a result, unless its source is higher."""
_PART_S = 120.0


class RoomTone(Struct, frozen=True):
    """A written background."""

    file: Path
    plan: LoopPlan
    gain_db: float
    info: AudioInfo
    """The source's."""
    exported: tuple[TransferredFile, ...] = ()
    """All files of it, where it went through a profile."""


def write_tone(
    background: Background,
    wished_s: float,
    folder: Path,
    *,
    profile: Profile = AS_IT_IS,
    is_level: bool = True,
    number: int = 1,
    library: Path | None = None,
    cancel: Cancel = never,
) -> RoomTone:
    """Writes a stretch at exactly the given length, to the sample, through a transfer profile.

    Args:
        background: from `engine.features.ambience.background_search.compare`.
        wished_s: the length, `SHORTEST_S` to `LONGEST_S`.
        folder: created if missing.
        profile: a tone that leaves as it is has the source's rate, channels and depth.
        is_level: False keeps the level.
        number: of the file, for names.
        library: as in `engine.transfer.transfer.transfer`.
        cancel: polled before every block; a cancelled call leaves nothing behind.

    Raises:
        AudioError: the source cannot be read.
        QueryError: too little of it is free of events.
        TransferError: the profile does not suit it, or its name is taken.
        LibraryError: the folder cannot be written.
        StorageFull: the disk is full.
        StopRequested: it was cancelled.
    """
    path, place = background.path, background.place
    if background.sound is not None:
        metadata = background.sound.metadata
    else:
        with open_regular(path) as file:
            metadata = metadata_of(file, path)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with workplace_in(folder) as work:
            wanted = work / tone_name(path, wished_s)
            tone = render_tone(path, place, wished_s, wanted, is_level=is_level, cancel=cancel)
            made_of = SourceStretch(path, place.start_s, place.end_s)
            item = ExportItem(FilePath.of(wanted), metadata, made_of=made_of)
            done = transfer([item], folder, profile, number=number, library=library, cancel=cancel)
    except OSError as err:
        raise unwritable(folder, err) from err
    for skipped in done.skipped:
        raise skipped.error
    check(cancel)
    if not done.files:
        raise TransferError(told(TransferFault.NAME_THERE, done.left[0]), advice=TransferAdvice.NOTHING_WRITTEN)
    return replace(tone, file=done.files[0].path, exported=done.files)


def render_tone(
    path: FilePath,
    place: SteadyStretch,
    wished_s: float,
    file: Path,
    *,
    is_level: bool = True,
    cancel: Cancel = never,
) -> RoomTone:
    """Writes a stretch like `write_tone`, but to the named WAV, replacing an older one, without profile and credits.

    Args:
        file: the WAV; its folder is created if missing.

    Raises:
        EngineError: as `write_tone`.
        StopRequested: it was cancelled.
    """
    with open_regular(path) as source:
        mask = channel_mask(source)
        samples, info = read(path, start_s=place.start_s, end_s=place.end_s, mono=False, max_s=_PART_S)
        samples = samples[: _READ_SAMPLES // samples.shape[1]]
        rate = info.sample_rate_hz
        before, after = region_texts(source, path, round(place.start_s * rate), rate)
    if len(samples) < least_frames(rate):
        length = Amount(len(samples) / rate, Unit.SECONDS, places=1)
        raise QueryError(
            told(BackgroundFault.TONE_TOO_SHORT, length, path.name), advice=BackgroundAdvice.OTHER_BACKGROUND
        )
    plan = plan_loop(samples, rate, max(1, round(wished_s * rate)))
    gain_db = _gain(samples, place.gain_db) if is_level else 0.0
    samples = samples * np.float32(10.0 ** (gain_db / 20.0))
    form = form_of(info, NO_EFFECTS, mask)
    partial = None
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        partial = partial_in(file.parent)
        with partial.open("xb") as out:
            writer = WavWriter(out, form, dither=None if form.bits > 24 else np.random.default_rng(0))
            writer.begin(plan.frames, before)
            for block in looped(samples, plan):
                check(cancel)
                writer.write(block)
            writer.finish(after)
        made = partial.replace(file)
    except OSError as err:
        raise unwritable(file, err) from err
    finally:
        if partial is not None:
            with contextlib.suppress(OSError):
                partial.unlink(missing_ok=True)
    return RoomTone(made, plan, gain_db, info)


def tone_name(path: FilePath, wished_s: float) -> str:
    """Returns the file name: rain background 30s.wav."""
    return f"{plain_name(Path(path.name).stem)} background {wished_s:g}s.wav"


def _gain(samples: Samples, wanted_db: float) -> float:
    peak = float(np.abs(samples).max(initial=0.0))
    most = 20.0 * np.log10(max(_CEILING, peak) / max(peak, 1e-9))
    return float(np.clip(wanted_db, -_MOST_GAIN_DB, min(_MOST_GAIN_DB, most)))
