"""Speech by espeak-ng, where it is installed: men, women and child-like voices, in ten languages, and whispers.

Formant synthesis sounds like a machine; captions say so now and then. It does not shout: a louder voice of espeak-ng is
the same voice, so no caption promises one.
"""

import io
import shutil
import subprocess

import numpy as np
import soundfile
import soxr

from engine.errors import EngineError
from resources.demo.synth import RATE_HZ, Samples
from training.data.synthesis.draft import Draft, pick, worded
from training.data.synthesis.texts import TEXTS

PROGRAM = "espeak-ng"
_CODES = {
    "English": ("en-us", "en-gb"),
    "German": ("de",),
    "French": ("fr-fr",),
    "Spanish": ("es", "es-419"),
    "Italian": ("it",),
    "Portuguese": ("pt-br", "pt"),
    "Dutch": ("nl",),
    "Polish": ("pl",),
    "Russian": ("ru",),
    "Turkish": ("tr",),
}
_VARIANTS = {"man": ("m1", "m2", "m3", "m5", "m7"), "woman": ("f1", "f2", "f3", "f4"), "child": ("f2", "f4")}
_PITCHES = {"man": (25, 55), "woman": (40, 65), "child": (92, 99)}
"""espeak-ng's -p, 0 to 99."""
_WORDS_PER_MIN = {"": (150, 185), "slowly": (85, 105), "fast": (270, 330)}
_TIMEOUT_S = 30.0


class SpeechError(EngineError):
    """espeak-ng is not there, or could not speak."""


def is_installed() -> bool:
    """Says whether espeak-ng is on the path."""
    return shutil.which(PROGRAM) is not None


def speech(rng: np.random.Generator) -> Draft:
    """Makes somebody who speaks or whispers one to three sentences of a language.

    Raises:
        SpeechError: no espeak-ng, or it failed.
    """
    language = pick(rng, ("English", *TEXTS))  # English twice as often
    who = pick(rng, tuple(_VARIANTS))
    whispers = who != "child" and rng.random() < 0.2
    manner = "" if whispers else pick(rng, ("", "", *_WORDS_PER_MIN))
    places = rng.permutation(len(TEXTS[language]))[: int(rng.integers(1, 4))]
    sentences = [TEXTS[language][place] for place in places]
    variant = {"man": "whisper", "woman": "whisperf"}[who] if whispers else pick(rng, _VARIANTS[who])
    rate = int(rng.integers(*_WORDS_PER_MIN[manner]))
    spoken = _speak(
        " ".join(sentences), f"{pick(rng, _CODES[language])}+{variant}", rate, int(rng.integers(*_PITCHES[who]))
    )
    templates = [
        "a {who} {speaks} {language} {manner}",
        "a {who} {speaking} in {language} {manner}",
        "{voice} {speaking} {language} {manner}",
        "a synthesised {voice_word} voice {speaking} {language} {manner}",
    ]
    if whispers:
        templates.append("a {who} whispering")
    else:
        templates.append("text to speech, a {who} talking {manner} in {language}")
    if len(sentences) == 1 and language == "English":
        templates.append('a {who} {says} "{text}" {manner}')
    captions = worded(
        rng,
        templates,
        who=who if who != "child" else pick(rng, ("child", "small child", "person with a child-like voice")),
        voice={"man": "a male voice", "woman": "a female voice", "child": "a child's voice"}[who],
        voice_word={"man": "male", "woman": "female", "child": "child-like"}[who],
        speaks="whispers in" if whispers else "speaks",
        speaking="whispering" if whispers else "speaking",
        says="whispers" if whispers else "says",
        language=language,
        manner=manner,
        text=sentences[0].rstrip(".!").lower(),
    )
    kind = "whisper" if whispers else f"speech_{who}_{language.lower()}"
    labels = ("speech", who, language, *(["whisper"] if whispers else []))
    return Draft(spoken, captions, kind, "speech", labels)


def espeak(text: str, voice: str, words_per_min: int, pitch: int) -> tuple[Samples, int]:
    """Has espeak-ng say a text; gives float64 [T] and the rate it speaks at.

    Args:
        text: what to say.
        voice: a language and maybe a variant, as en-us+f2; of a variant that it has not, it takes none.
        words_per_min: its -s.
        pitch: its -p, 0 to 99.

    Raises:
        SpeechError: no espeak-ng, or it failed.
    """
    if not is_installed():
        raise SpeechError(
            f"there is no {PROGRAM}", advice="Install it, as by: apt install espeak-ng; or leave speech out."
        )
    command = [PROGRAM, "-v", voice, "-s", str(words_per_min), "-p", str(pitch), "--stdin", "--stdout"]
    try:
        done = subprocess.run(command, input=text.encode(), capture_output=True, check=True, timeout=_TIMEOUT_S)
        samples, rate_hz = soundfile.read(io.BytesIO(done.stdout), dtype="float64")
    except (OSError, subprocess.SubprocessError, soundfile.LibsndfileError) as err:
        raise SpeechError(f"{PROGRAM} could not speak with the voice {voice}: {err}",
                          advice="See whether its voices are installed: espeak-ng --voices.") from err  # fmt: skip
    if not np.any(samples):
        raise SpeechError(f"{PROGRAM} is silent with the voice {voice}", advice="Install espeak-ng-data.")
    return samples, rate_hz


def _speak(text: str, voice: str, words_per_min: int, pitch: int) -> Samples:
    """Gives the speech, float64 [T] at RATE_HZ."""
    samples, rate_hz = espeak(text, voice, words_per_min, pitch)
    return np.asarray(soxr.resample(samples, rate_hz, RATE_HZ))
