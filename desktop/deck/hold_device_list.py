"""PortAudio for playing and recording: loaded when first needed; lists devices and refreshes the list.

PortAudio reads the device list once. Seeing new devices requires a restart, which closes every open stream: `restart`
does so only if nobody else holds one.
"""

import logging
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from typing import Any

from msgspec import Struct

from desktop.base.translation import translate
from engine.base.errors import OutputError

_log = logging.getLogger(__name__)
_turn = threading.RLock()
_borrowers = 0
_PREFERRED = {"win32": "Windows WASAPI"}
"""Every device appears once per host API. This one is better than a default that is slow or truncates names."""
_SAME_AS_NONE = ("default", "sysdefault")
"""ALSA's names for the system default."""
_USUAL_HZ = 48_000
"""ALSA's plug-ins accept any rate, which PortAudio reports as 44100; sound servers and effects run at 48000."""


class Device(Struct, frozen=True):
    """One device as PortAudio knows it now, as an output or as an input."""

    index: int
    name: str
    sample_rate_hz: int
    channels: int


def load() -> Any:
    """Imports the sounddevice module, which starts PortAudio.

    Raises:
        OutputError: the module or the library is missing.
    """
    try:
        with _turn:
            import sounddevice
    except OSError as err:
        raise OutputError(
            translate("Output", "The PortAudio library is missing, so nothing can be played."), advice=install_advice()
        ) from err
    except ImportError as err:
        raise OutputError(
            translate("Output", "The sounddevice module is missing, so nothing can be played."),
            advice=translate("Output", "Install Earshot's dependencies again, then press play again."),
        ) from err
    return sounddevice


def install_advice() -> str:
    """How to install the missing PortAudio library."""
    return translate(
        "Output",
        "Install PortAudio (Debian and Ubuntu: sudo apt install libportaudio2; Fedora: sudo dnf install portaudio), "
        "then press play again.",
    )


@contextmanager
def borrowed() -> Iterator[None]:
    """Prevents `restart`, for holders of a stream other than the player's, such as the microphone."""
    global _borrowers
    with _turn:
        _borrowers += 1
    try:
        yield
    finally:
        with _turn:
            _borrowers -= 1


def restart() -> bool:
    """Refreshes the device list; False while `borrowed`. Closes the caller's streams.

    Raises:
        OutputError: see `load`.
    """
    portaudio = load()
    with _turn:
        if _borrowers:
            return False
        try:
            portaudio._terminate()
            portaudio._initialize()
        except portaudio.PortAudioError as err:
            raise OutputError(
                translate("Output", "The sound system could not be started (%1).", reason_of(err)), advice=plug_advice()
            ) from err
        return True


def output_names() -> tuple[str, ...]:
    """Names of output devices, from the last refresh.

    Raises:
        OutputError: see `load`.
    """
    return _names(_Direction.OUT)


def input_names() -> tuple[str, ...]:
    """Names of input devices, from the last refresh.

    Raises:
        OutputError: see `load`.
    """
    return _names(_Direction.IN)


def output_named(name: str) -> Device:
    """An output device by name; the system default for an empty name.

    Raises:
        OutputError: there is none, or none of that name; see also `load`.
    """
    return _named(name, _Direction.OUT, translate("Output", "No sound output was found."), plug_advice())


def input_named(name: str) -> Device:
    """An input device by name; the system default for an empty name.

    Raises:
        OutputError: there is none, or none of that name; see also `load`.
    """
    return _named(
        name,
        _Direction.IN,
        translate("Recorder", "No microphone was found."),
        translate("Recorder", "Connect one, choose it in your system's sound settings, then start again."),
    )


def plug_advice() -> str:
    """What to do without an output."""
    return translate(
        "Output", "Plug in headphones or speakers, or start the sound server; Earshot looks for them by itself."
    )


def reason_of(err: Exception) -> str:
    """PortAudio's own message."""
    return str(err.args[0] if err.args else err).strip() or type(err).__name__


class _Direction(StrEnum):
    """Direction in sounddevice's terms."""

    IN = "input"
    OUT = "output"


def _names(direction: _Direction) -> tuple[str, ...]:
    """Each name once, without ALSA's aliases for the system default."""
    names = (str(record["name"]) for record in _records(direction))
    return tuple(dict.fromkeys(name for name in names if name not in _SAME_AS_NONE))


def _records(direction: _Direction) -> list[Any]:
    portaudio = load()
    with _turn:
        try:
            api, _ = _host_api(portaudio, direction)
            return [
                record
                for record in portaudio.query_devices()
                if record[f"max_{direction}_channels"] > 0 and api in (None, record["hostapi"])
            ]
        except portaudio.PortAudioError:
            _log.exception("the %s devices could not be listed", direction)
            return []


def _named(name: str, direction: _Direction, none: str, advice: str) -> Device:
    if name:
        found = next((record for record in _records(direction) if record["name"] == name), None)
        if found is None:
            raise OutputError(translate("Output", "%1 is not connected.", name), advice=advice)
        with _turn:
            return _device(load(), found, direction)
    portaudio = load()
    with _turn:
        try:
            _, index = _host_api(portaudio, direction)
            wanted = portaudio.query_devices(index, direction) if index >= 0 else None
            return _device(portaudio, wanted or portaudio.query_devices(kind=str(direction)), direction)
        except (portaudio.PortAudioError, ValueError) as err:
            raise OutputError(none, advice=advice) from err


def _host_api(portaudio: Any, direction: _Direction) -> tuple[int | None, int]:
    """The host API to use and its default device; (None, -1) leaves the choice to PortAudio."""
    wanted = _PREFERRED.get(sys.platform)
    for number, api in enumerate(portaudio.query_hostapis()):
        if api["name"] == wanted:
            return number, int(api[f"default_{direction}_device"])
    return None, -1


def _device(portaudio: Any, record: Any, direction: _Direction) -> Device:
    rate_hz, channels = int(record["default_samplerate"]), min(2, int(record[f"max_{direction}_channels"]))
    if portaudio.query_hostapis(record["hostapi"])["name"] == "ALSA" and rate_hz != _USUAL_HZ:
        check = portaudio.check_output_settings if direction is _Direction.OUT else portaudio.check_input_settings
        try:
            check(device=record["index"], channels=channels, dtype="float32", samplerate=_USUAL_HZ)
            rate_hz = _USUAL_HZ
        except (portaudio.PortAudioError, ValueError):
            pass  # it does not accept that rate: use its own
    return Device(int(record["index"]), str(record["name"]), rate_hz, channels)
