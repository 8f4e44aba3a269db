"""Synthetic speakers of English: espeak-ng's variants under several accents, and flite's voices, as waves.

A speaker is a variant, whatever its accent, speed and pitch: two accents of one variant are nearly one voice, so only
whole variants may be held out. flite's are recorded people (kal of diphones, the others statistical), the nearest to
unseen humans that machines get here.
"""

import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import numpy as np
import soundfile
import soxr

from engine.base.types import Waves
from training.data.synthesis.speech import PROGRAM as ESPEAK
from training.data.synthesis.speech import SpeechError, espeak

FLITE = "flite"
ACCENTS = ("en-us", "en-gb", "en-gb-x-rp", "en-gb-scotland", "en-029", "en-us-nyc")
"""espeak-ng's accents of English near a dictionary's."""
VARIANTS = (
    "m1", "m2", "m3", "m4", "m5", "m6", "m7", "m8", "f1", "f2", "f3", "f4", "f5", "adam", "Alex", "Alicia", "Andrea",
    "Andy", "Annie", "antonio", "aunty", "belinda", "benjamin", "boris", "david", "Diogo", "ed", "edward",
    "edward2", "Gene", "Gene2", "grandma", "grandpa", "Henrique", "Hugo", "iven", "iven2", "iven3", "iven4", "Jacky",
    "john", "klatt", "klatt2", "klatt3", "klatt4", "klatt5", "Lee", "linda", "marcelo", "Marco", "Mario",
    "Michael", "michel", "miguel", "Nguyen", "norbert", "pablo", "paul", "pedro", "quincy", "rob", "robert",
    "sandro", "shelby", "steph", "steph2", "steph3", "travis", "victor", "anika",
)  # fmt: skip
"""espeak-ng's variants that sound like a person, without robots, whispers and croaks."""
FLITE_VOICES = {"kal": ("kal16", "kal"), "awb": ("awb",), "rms": ("rms",), "slt": ("slt",)}
"""flite's speakers, and the voices of each."""
_FLITE_WORDS_PER_MIN = 170.0
"""flite's default."""
_TIMEOUT_S = 30.0


@dataclass(frozen=True, slots=True)
class SyntheticVoice:
    """A speaker of espeak-ng or flite."""

    program: Literal["espeak-ng", "flite"]
    name: str
    """A variant of VARIANTS, or a speaker of FLITE_VOICES."""

    @property
    def speaker(self) -> str:
        """Its name among all speakers."""
        return f"{'espeak' if self.program == ESPEAK else FLITE}-{self.name}"


@dataclass(frozen=True, slots=True)
class VoiceManner:
    """How a voice speaks."""

    words_per_min: int = 165
    pitch: int = 50
    """0 to 99, on espeak-ng's scale; of flite's voices only kal uses it."""
    accent: str = "en-us"
    """For espeak-ng; flite's voices have their own."""


def voices(programs: Sequence[str] = (ESPEAK, FLITE)) -> list[SyntheticVoice]:
    """Lists the speakers of the installed programs among these, in a fixed order."""
    found: list[SyntheticVoice] = []
    if ESPEAK in programs and shutil.which(ESPEAK) is not None:
        found += [SyntheticVoice("espeak-ng", name) for name in VARIANTS]
    if FLITE in programs and shutil.which(FLITE) is not None:
        found += [SyntheticVoice("flite", name) for name in FLITE_VOICES]
    return found


def manner(rng: np.random.Generator) -> VoiceManner:
    """Draws a manner: unhurried to quick, a pitch around the voice's own, any accent."""
    speed, pitch = int(rng.integers(120, 241)), int(rng.integers(30, 71))
    return VoiceManner(speed, pitch, ACCENTS[int(rng.integers(len(ACCENTS)))])


def say(text: str, voice: SyntheticVoice, how: VoiceManner, sample_rate_hz: int) -> Waves:
    """Synthesises a text; float32 [T] at the rate, with the program's silence at both ends.

    Raises:
        SpeechError: the program is missing, or could not speak.
    """
    if voice.program == ESPEAK:
        samples, rate_hz = espeak(text, f"{how.accent}+{voice.name}", how.words_per_min, how.pitch)
    else:
        samples, rate_hz = _flite(text, voice.name, how)
    return np.asarray(soxr.resample(samples, rate_hz, sample_rate_hz), dtype=np.float32)


def _flite(text: str, speaker: str, how: VoiceManner) -> tuple[np.ndarray[tuple[int, ...], np.dtype[np.float64]], int]:
    if shutil.which(FLITE) is None:
        raise SpeechError(f"there is no {FLITE}", advice="Install it, as by: apt install flite; or leave it out.")
    if speaker not in FLITE_VOICES:
        raise SpeechError(f"{FLITE} has no voice {speaker}", advice=f"It has: {', '.join(FLITE_VOICES)}.")
    # The pitch chooses among a speaker's voices, so that the same manner gives the same wave.
    options = FLITE_VOICES[speaker]
    stretch = _FLITE_WORDS_PER_MIN / how.words_per_min
    command = [FLITE, "-voice", options[how.pitch % len(options)], "--setf", f"duration_stretch={stretch:.3f}"]
    if speaker == "kal":
        command += ["--setf", f"int_f0_target_mean={60 + how.pitch}"]
    with tempfile.TemporaryDirectory(prefix="earshot-voice-") as folder:
        out = Path(folder) / "said.wav"
        try:
            subprocess.run([*command, "-t", text, "-o", str(out)], capture_output=True, check=True, timeout=_TIMEOUT_S)
            samples, rate_hz = soundfile.read(out, dtype="float64")
        except (OSError, subprocess.SubprocessError, soundfile.LibsndfileError) as err:
            raise SpeechError(f"{FLITE} could not speak with {speaker}: {err}", advice="See: flite -lv.") from err
    if not np.any(samples):
        raise SpeechError(f"{FLITE} is silent with {speaker}", advice="Give it a text with words.")
    return samples, rate_hz
