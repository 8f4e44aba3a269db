"""Orders for sounds that leave: unchanged, or by the chosen transfer profile. No Qt here."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from desktop.controllers.drag_out.staging import RegionOrder
from engine.audio.decode import open_audio
from engine.audio.effects import Effects
from engine.audio.region_names import plain_name
from engine.base.atomic_files import unwritable
from engine.base.cancellation import Cancel, StopRequested, check
from engine.base.errors import TransferError
from engine.base.lazy_import import later
from engine.base.partial_files import partial_in
from engine.base.types import FilePath, Hit
from engine.transfer.collect import ExportItem, copy_checked
from engine.transfer.profile import Profile

if TYPE_CHECKING:
    from engine.transfer import render as rendering
    from engine.transfer import transfer_plan as planning
else:
    planning = later("engine.transfer.transfer_plan")
    rendering = later("engine.transfer.render")


@dataclass(frozen=True, slots=True)
class ProfileOrder:
    """A file rendered by a transfer profile; a `StagedFile`."""

    source: FilePath
    start_s: float | None
    """Start of the moment; None for the whole sound."""
    end_s: float | None
    effects: Effects
    profile: Profile
    name: str
    channel: int | None
    """Which of the exported channels, if each becomes a file; None for all."""
    item: ExportItem = field(compare=False, repr=False)

    @property
    def is_source(self) -> bool:
        """Always False: an unchanged sound is a `RegionOrder`."""
        return False

    def make(self, place: Path, cancel: Cancel, progress: Callable[[float], object]) -> Path | None:
        partial = partial_in(place.parent)
        try:
            with open_audio(self.source) as stream:
                made = planning.plan(self.item, self.profile, stream.info)
            if made.is_copy:
                copy_checked(self.source, partial, cancel, progress)
            else:
                rendering.render(made, [partial], channel=self.channel, cancel=cancel, progress=progress)
            check(cancel)
            return partial.replace(place)
        except StopRequested:
            return None
        except OSError as err:
            raise unwritable(place, err) from err
        finally:
            with suppress(OSError):
                partial.unlink(missing_ok=True)


Order = RegionOrder | ProfileOrder


def orders_of(
    hit: Hit,
    start_s: float | None,
    end_s: float | None,
    effects: Effects,
    profile: Profile,
    number: int = 1,
    words: tuple[tuple[str, str], ...] = (),
) -> tuple[Order, ...]:
    """Orders for a sound or a stretch of it: one file, or one per channel if the profile splits them.

    Args:
        hit: the sound.
        start_s: start of the stretch, None for the whole sound.
        end_s: end of the stretch.
        effects: current effects of this sound.
        profile: the transfer profile.
        number: counter for the file name.
        words: further values for the profile's pattern, as `ExportItem.words`.
    """
    sound = hit.sound
    if profile.is_as_it_is and not profile.pattern:
        return (RegionOrder(sound.path, start_s, end_s, effects),)
    piece = ExportItem(sound.path, sound.metadata, start_s, end_s, effects, words=words)
    names: tuple[str, ...] = (plain_name(sound.path.name),)
    is_split = False
    if sound.info is not None:
        with suppress(TransferError):  # `make` reports it
            made = planning.plan(piece, profile, sound.info, number)
            if made.is_copy and made.names == (sound.path.name,):
                return (RegionOrder(sound.path),)
            names, is_split = made.names, len(made.names) > 1
    return tuple(
        ProfileOrder(sound.path, start_s, end_s, effects, profile, name, at if is_split else None, piece)
        for at, name in enumerate(names)
    )
