"""Sends pieces to a project in one step: checks the target, makes the clips, hands them over.

The target is checked before any file is made.
"""

import shlex
from collections.abc import Callable, Sequence
from enum import StrEnum
from pathlib import Path

from msgspec import Struct, field
from msgspec.structs import replace

from engine.audio.region_names import plain_name
from engine.base.atomic_files import free_place
from engine.base.cancellation import Cancel, check, never
from engine.base.clocks import FrameClock, NoSuchTime
from engine.base.errors import TransferError
from engine.base.io_timeout import IoTimeout
from engine.base.messages import told
from engine.features.send.aaf_composition import check_wave, write_aaf
from engine.features.send.ardour_session import ArdourSession, find_ardour, place_in, read_session, track_end_s
from engine.features.send.clips import ClipSummary, in_sequence, make_clips
from engine.features.send.decision_list import write_edl
from engine.features.send.editor_program import check_command, open_in
from engine.features.send.final_cut_xml import write_fcpxml
from engine.features.send.messages import SendAdvice, SendFault
from engine.features.send.otio_timeline import check_otio, write_otio
from engine.features.send.reaper_project import write_rpp
from engine.transfer.collect import ExportItem
from engine.transfer.credits import CreditsFormat
from engine.transfer.profile import Container, Profile

_GAP_S = 1.0
"""Between sounds that follow one another, besides their handles."""
_MOST_LETTERS = 80
"""Of a project's file name."""


class ProjectTarget(StrEnum):
    """What receives the clips."""

    OTIO = "otio"
    """A new OpenTimelineIO timeline."""
    AAF = "aaf"
    """A new AAF composition."""
    FCPXML = "fcpxml"
    """A new FCPXML project."""
    EDL = "edl"
    """A new edit decision list."""
    RPP = "rpp"
    """A new REAPER project."""
    ARDOUR = "ardour"
    """An Ardour session that is closed in Ardour."""
    COMMAND = "command"
    """A program."""


class SendOrder(Struct, frozen=True):
    """Where clips go."""

    target: ProjectTarget
    folder: Path
    """Of the files and the project; for Ardour the session's."""
    at: str = "0"
    """Place of the first one: timecode, a clock time or seconds."""
    is_at_end: bool = False
    """Whether the first one follows the last region on Earshot's tracks instead; Ardour only."""
    clock: FrameClock = field(default_factory=FrameClock)
    command: str = ""
    """The program and its arguments, as typed in a shell, for COMMAND."""
    title: str = ""
    """Of a new project."""


class SentClips(Struct, frozen=True):
    """What was sent."""

    made: ClipSummary
    place: Path | None
    """The project; None for a program."""
    shift_s: float = 0.0
    """How far the clip that was moved most stands from where it was sent: projects that count in frames move some."""


def send(
    pieces: Sequence[ExportItem],
    lengths_s: Sequence[float],
    order: SendOrder,
    profile: Profile,
    *,
    library: Path | None = None,
    cancel: Cancel = never,
    progress: Callable[[float], object] = lambda share: None,
    patience: IoTimeout | None = None,
) -> SentClips:
    """Makes a clip of each piece and puts them into a project.

    Args:
        pieces: sounds, or stretches of them. Those without a place follow one another, after those with one.
        lengths_s: how long each is heard.
        order: the target.
        profile: of the files.
        library: whose log of exports records the files; None for none.
        cancel: polled while files are made; complete ones then stay, and nothing is placed.
        progress: receives the share of files done, 0 to 1.
        patience: how long to wait for a drive, as for `transfer`.

    Raises:
        TransferError: the target does not take them, the time is none, or no file could be made.
        StorageFull, LibraryError: a folder cannot be written.
        StopRequested: it was cancelled.
    """
    session, command, profile = check_target(order, profile)
    ends_s = [one.at_s + length_s for one, length_s in zip(pieces, lengths_s, strict=True) if one.at_s is not None]
    start_s = max([_start_s(order, session, profile), *(end_s + _GAP_S for end_s in ends_s)])
    placed = in_sequence(pieces, lengths_s, start_s, _GAP_S + 2.0 * profile.handles_s)
    made = make_clips(
        placed,
        order.folder if session is None else session.recordings,
        profile,
        library=library,
        credits=CreditsFormat.TEXT if session is None else None,
        cancel=cancel,
        progress=progress,
        patience=patience,
    )
    check(cancel)
    place, shift_s = _hand_over(made, order, session, command)
    return SentClips(made, place, shift_s)


def read_command(text: str) -> list[str]:
    """Splits a command as a shell does, and does nothing else that a shell would.

    Raises:
        TransferError: its quotes do not match, or it has no program or no place for the files.
    """
    try:
        words = shlex.split(text)
    except ValueError as err:
        raise TransferError(told(SendFault.COMMAND_UNREAD, str(err)), advice=SendAdvice.CHECK_COMMAND) from err
    check_command(words)
    return words


def check_target(order: SendOrder, profile: Profile) -> tuple[ArdourSession | None, list[str], Profile]:
    """Finds what is lacking before anything takes long.

    Returns:
        The session to send to, the words of the command, and the profile as the target takes it.

    Raises:
        TransferError: the target does not take sounds, or not by this profile.
    """
    match order.target:
        case ProjectTarget.ARDOUR:
            find_ardour()
            session = read_session(order.folder)
            return session, [], _of_session(profile, session)
        case ProjectTarget.OTIO:
            check_otio()
        case ProjectTarget.AAF:
            check_wave(profile.container)
        case ProjectTarget.COMMAND:
            return None, read_command(order.command), profile
    return None, [], profile


def _of_session(profile: Profile, session: ArdourSession) -> Profile:
    """The profile with what Ardour needs: WAV files at the session's rate."""
    rate_hz = session.sample_rate_hz
    if not profile.container.is_wave or profile.rate_hz not in (None, rate_hz):
        raise TransferError(told(SendFault.SESSION_FORMAT, rate_hz), advice=SendAdvice.SESSION_PROFILE)
    return replace(profile, container=Container.BWF, rate_hz=rate_hz)


def _start_s(order: SendOrder, session: ArdourSession | None, profile: Profile) -> float:
    if order.is_at_end and session is not None:
        return track_end_s(session) + profile.handles_s
    try:
        start_s = order.clock.read(order.at)
    except NoSuchTime:
        start_s = None
    if start_s is None:
        raise TransferError(told(SendFault.NO_TIME, order.at), advice=SendAdvice.TIMES)
    return start_s


def _hand_over(
    made: ClipSummary, order: SendOrder, session: ArdourSession | None, command: list[str]
) -> tuple[Path | None, float]:
    """Returns the project, and how far the clip that was moved most stands from where it was sent, in seconds."""
    clips, shift_s = made.clips, 0.0
    if session is not None:
        place_in(session, clips)
        return session.file, shift_s
    if order.target is ProjectTarget.COMMAND:
        open_in(command, clips)
        return None, shift_s
    title = order.title.strip() or "Earshot"
    path = free_place(order.folder / f"{plain_name(title)[:_MOST_LETTERS]}.{order.target}")
    match order.target:
        case ProjectTarget.OTIO:
            write_otio(clips, title, path)
        case ProjectTarget.AAF:
            write_aaf(clips, order.clock, title, path)
        case ProjectTarget.FCPXML:
            shift_s = write_fcpxml(clips, order.clock, title, path)
        case ProjectTarget.EDL:
            shift_s = write_edl(clips, order.clock, title, path)
        case _:
            write_rpp(clips, path)
    return path, shift_s
