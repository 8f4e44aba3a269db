"""`python -m training.papers.units.espeak_phones VOICE TEXT FILE.npz`: synthesises a text with the times of its phones.

The program espeak-ng does not print phone times; its library calls back at each phone (speak_lib.h,
espeakEVENT_PHONEME). `training.papers.units.utterances` runs this as a process of its own.
"""

import ctypes
import ctypes.util
import sys

import numpy as np

SYNCHRONOUS, _TELL_PHONEMES, UTF8, _OF_A_PHONEME, LAST = 2, 1, 1, 7, 0
_NAMES = ("libespeak-ng.so.1", "libespeak-ng.dylib", "espeak-ng.dll")


class _Id(ctypes.Union):
    _fields_ = (("number", ctypes.c_int), ("name", ctypes.c_char_p), ("string", ctypes.c_char * 8))


class Event(ctypes.Structure):
    """espeak_EVENT."""

    _fields_ = (
        ("type", ctypes.c_int),
        ("unique_identifier", ctypes.c_uint),
        ("text_position", ctypes.c_int),
        ("length", ctypes.c_int),
        ("audio_position", ctypes.c_int),
        ("sample", ctypes.c_int),
        ("user_data", ctypes.c_void_p),
        ("id", _Id),
    )


CALLBACK = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(ctypes.c_short), ctypes.c_int, ctypes.POINTER(Event))


def main(voice: str, text: str, out: str) -> int:
    """Speaks, and writes samples, rate_hz, labels and begins_s; returns the exit status."""
    espeak = library()
    if espeak is None:
        print("there is no library of espeak-ng", file=sys.stderr)
        return 1
    blocks, labels, begins_s = list[np.ndarray](), list[str](), list[float]()

    def heard(samples: "ctypes._Pointer[ctypes.c_short]", count: int, events: "ctypes._Pointer[Event]") -> int:
        if samples and count > 0:
            blocks.append(np.ctypeslib.as_array(samples, (count,)).copy())
        place = 0
        while events[place].type != LAST:
            if events[place].type == _OF_A_PHONEME:
                labels.append(events[place].id.string.decode("utf-8", "replace"))
                begins_s.append(events[place].audio_position / 1000.0)
            place += 1
        return 0

    rate_hz = espeak.espeak_Initialize(SYNCHRONOUS, 0, None, _TELL_PHONEMES)
    callback = CALLBACK(heard)
    espeak.espeak_SetSynthCallback(callback)
    if rate_hz <= 0 or espeak.espeak_SetVoiceByName(voice.encode()):
        print(f"it has no voice {voice}", file=sys.stderr)
        return 1
    data = text.encode()
    espeak.espeak_Synth(data, len(data) + 1, 0, 0, 0, UTF8, None, None)
    espeak.espeak_Synchronize()
    if not blocks:
        print("it is silent", file=sys.stderr)
        return 1
    samples = np.concatenate(blocks).astype(np.float32) / 32768.0
    np.savez(out, samples=samples, rate_hz=rate_hz, labels=np.array(labels), begins_s=np.array(begins_s))
    return 0


def library() -> ctypes.CDLL | None:
    """Returns espeak-ng's library, or None if it is not installed."""
    for name in (*_NAMES, ctypes.util.find_library("espeak-ng")):
        try:
            if name:
                return ctypes.CDLL(name)
        except OSError:
            continue
    return None


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
