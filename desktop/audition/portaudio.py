"""PortAudio, shared by what plays and what records: loaded when first needed, its devices listed, its list renewed.

PortAudio reads the list of devices once. To see what was plugged in since, it must be ended and begun anew, which takes
every open stream with it: `restart` does so only when nobody else holds one.
"""

import logging
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from desktop.translation import translate
from engine.errors import OutputError

_log = logging.getLogger(__name__)
_turn = threading.RLock()
_borrowers = 0
_PREFERRED = {"win32": "Windows WASAPI"}
"""Every device shows once a host API. Where the default one is slow or cuts names short, another is better."""
_USUAL_HZ = 48_000
"""ALSA's plug-ins take any rate and PortAudio then says 44100; sound servers and sound effects run at 48000."""


@dataclass(frozen=True, slots=True)
class Device:
    """One output device as PortAudio knows it now."""

    index: int
    name: str
    sample_rate_hz: int
    channels: int


def load() -> Any:
    """Returns the sounddevice module, whose import starts PortAudio.

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
    """What to do where the PortAudio library is missing."""
    return translate(
        "Output",
        "Install PortAudio (Debian and Ubuntu: sudo apt install libportaudio2; Fedora: sudo dnf install portaudio), "
        "then press play again.",
    )


@contextmanager
def borrowed() -> Iterator[None]:
    """Keeps the list of devices as it is: for who holds a stream that is not the player's, such as the microphone."""
    global _borrowers
    with _turn:
        _borrowers += 1
    try:
        yield
    finally:
        with _turn:
            _borrowers -= 1


def restart() -> bool:
    """Reads the list of devices anew; False while somebody else holds a stream. The caller's streams are closed.

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


def outputs() -> tuple[Device, ...]:
    """Returns the devices that can play, by the list as last read.

    Raises:
        OutputError: see `load`.
    """
    portaudio = load()
    with _turn:
        try:
            api, _ = _host_api(portaudio)
            return tuple(
                _device(portaudio, record)
                for record in portaudio.query_devices()
                if record["max_output_channels"] > 0 and api in (None, record["hostapi"])
            )
        except portaudio.PortAudioError:
            _log.exception("the output devices could not be listed")
            return ()


def output_named(name: str) -> Device:
    """Returns an output device by name; the system's own for an empty name.

    Raises:
        OutputError: there is none, or none of that name; see also `load`.
    """
    if name:
        found = next((device for device in outputs() if device.name == name), None)
        if found is None:
            raise OutputError(translate("Output", "%1 is not connected.", name), advice=plug_advice())
        return found
    portaudio = load()
    with _turn:
        try:
            _, index = _host_api(portaudio)
            record = portaudio.query_devices(index, "output") if index >= 0 else portaudio.query_devices(kind="output")
        except (portaudio.PortAudioError, ValueError) as err:
            raise OutputError(translate("Output", "No sound output was found."), advice=plug_advice()) from err
        return _device(portaudio, record)


def plug_advice() -> str:
    """What to do where there is no output."""
    return translate(
        "Output", "Plug in headphones or speakers, or start the sound server; Earshot looks for them by itself."
    )


def reason_of(err: Exception) -> str:
    """PortAudio's own words."""
    return str(err.args[0] if err.args else err).strip() or type(err).__name__


def _host_api(portaudio: Any) -> tuple[int | None, int]:
    """The host API to use and its default output, (None, -1) to leave it to PortAudio."""
    wanted = _PREFERRED.get(sys.platform)
    for number, api in enumerate(portaudio.query_hostapis()):
        if api["name"] == wanted:
            return number, int(api["default_output_device"])
    return None, -1


def _device(portaudio: Any, record: Any) -> Device:
    rate_hz, channels = int(record["default_samplerate"]), min(2, int(record["max_output_channels"]))
    if portaudio.query_hostapis(record["hostapi"])["name"] == "ALSA" and rate_hz != _USUAL_HZ:
        try:
            portaudio.check_output_settings(
                device=record["index"], channels=channels, dtype="float32", samplerate=_USUAL_HZ
            )
            rate_hz = _USUAL_HZ
        except (portaudio.PortAudioError, ValueError):
            pass  # it does not take that rate: its own
    return Device(int(record["index"]), str(record["name"]), rate_hz, channels)
