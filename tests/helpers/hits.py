"""Hits for tests of what shows them: sounds that no search gave."""

from engine.types import (
    AudioInfo,
    Confidence,
    FilePath,
    Hit,
    Measures,
    Moment,
    RootId,
    Sound,
    SoundId,
    SoundMetadata,
    Why,
)


def make_hit(
    number: int,
    path: str = "",
    *,
    duration_s: float = 3.0,
    confidence: Confidence = Confidence.STRONG,
    moment_s: tuple[float, float] = (1.0, 2.0),
    description: str = "",
    is_offline: bool = False,
) -> Hit:
    """A hit of rank `number` (from 1) for a sound with that id."""
    sound = Sound(
        id=SoundId(number),
        path=FilePath.of(path or f"/sounds/take {number}.wav"),
        root=RootId(1),
        size_bytes=1000,
        mtime_ns=0,
        info=AudioInfo("WAV", "PCM_24", 48_000, 2, 24, duration_s),
        measures=Measures(),
        metadata=SoundMetadata(description=description),
        is_offline=is_offline,
        error="",
        segments=2,
    )
    moments = (Moment(*moment_s, similarity=0.5),)
    return Hit(sound, number, 1 / number, confidence, moments, Why(sound=0.5, words=("take",)))
