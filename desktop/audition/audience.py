"""What the player's thread tells, and to whom."""

from typing import Protocol

from desktop.audition.output import OutputFormat
from desktop.audition.take import Audition


class Audience(Protocol):
    """Who is told what happens. Called in the player's thread."""

    def began(self, audition: Audition, start_s: float, decoded_at: float, queued_at: float) -> None:
        """The first block is queued in the device; when it was decoded and queued, by time.monotonic."""

    def ended(self, audition: Audition, reached_end: bool) -> None:
        """It is no longer heard."""

    def was_heard(self, audition: Audition) -> None:
        """A second of it was heard, or all of it."""

    def went_wrong(self, message: str, advice: str) -> None:
        """What happened and what to do about it."""

    def device_opened(self, form: OutputFormat) -> None:
        """What plays now."""

    def device_found(self, form: OutputFormat) -> None:
        """A lost device is there again."""

    def devices_listed(self, names: tuple[str, ...]) -> None:
        """Which devices there are."""
