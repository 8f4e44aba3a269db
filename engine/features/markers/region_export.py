"""Regions of sounds as pieces for `engine.transfer`: each becomes a file of its own."""

from engine.audio.markers import MarkerKind
from engine.audio.metadata import read_metadata
from engine.audio.region_names import plain_name
from engine.features.markers.sound_markers import SoundMarkers
from engine.transfer.collect import ExportItem
from engine.transfer.profile import Profile
from engine.transfer.transfer import by_pattern


def region_pieces(sound: SoundMarkers, profile: Profile) -> list[ExportItem]:
    """Returns a piece for each region of a sound, in order of time; none without regions.

    Files are named after sound and region ("Gate Wind", "Gate 2"), or by the profile's pattern, whose `{cue}` is the
    region's name.

    Raises:
        AudioError: the sound cannot be read.
    """
    regions = [marker for marker in sound.markers if marker.kind is MarkerKind.REGION]
    if not regions:
        return []
    metadata = read_metadata(sound.path)
    stem = sound.path.name.rsplit(".", 1)[0]
    pieces = [
        ExportItem(
            sound.path,
            metadata,
            one.start_s,
            one.end_s,
            name=plain_name(f"{stem} {one.label or number}"),
            words=(("cue", one.label),),
        )
        for number, one in enumerate(regions, 1)
    ]
    return by_pattern(pieces, profile)
