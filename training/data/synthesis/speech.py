"""Synthesises speech and whispers with espeak-ng, if installed: male, female and child-like voices in ten languages.

Formant synthesis sounds mechanical, and some captions say so. Louder voices of espeak-ng are the same voice, so no
caption mentions shouting.
"""

import io
import shutil
import subprocess
from collections.abc import Mapping

import numpy as np
import soundfile
import soxr

from engine.base.errors import EngineError
from resources.demo.synth import RATE_HZ, Samples
from training.data.synthesis.generator_output import DrySound, pick, worded

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
TEXTS: Mapping[str, tuple[str, ...]] = {
    "English": (
        "The train leaves at noon.",
        "Please close the window before it rains.",
        "I have never seen so many birds in one tree.",
        "Turn left after the bridge.",
        "We will meet in front of the library.",
        "My sister plays the violin every evening.",
        "There is coffee in the kitchen.",
        "Can you hear the water behind the wall?",
    ),
    "German": (
        "Der Zug fährt um zwölf Uhr ab.",
        "Bitte schließ das Fenster, bevor es regnet.",
        "Im Garten sitzen heute viele Vögel.",
        "Nach der Brücke biegen Sie links ab.",
        "Wir treffen uns vor der Bibliothek.",
        "In der Küche steht noch Kaffee.",
    ),
    "French": (
        "Le train part à midi.",
        "Ferme la fenêtre avant la pluie.",
        "Il y a beaucoup d'oiseaux dans le jardin.",
        "Tournez à gauche après le pont.",
        "Ma sœur joue du violon tous les soirs.",
        "Le café est dans la cuisine.",
    ),
    "Spanish": (
        "El tren sale a las doce.",
        "Cierra la ventana antes de que llueva.",
        "Hay muchos pájaros en el jardín.",
        "Después del puente, gire a la izquierda.",
        "Mi hermana toca el violín cada tarde.",
        "El café está en la cocina.",
    ),
    "Italian": (
        "Il treno parte a mezzogiorno.",
        "Chiudi la finestra prima che piova.",
        "Ci sono molti uccelli in giardino.",
        "Dopo il ponte giri a sinistra.",
        "Mia sorella suona il violino ogni sera.",
        "Il caffè è in cucina.",
    ),
    "Portuguese": (
        "O trem parte ao meio-dia.",
        "Feche a janela antes da chuva.",
        "Há muitos pássaros no jardim.",
        "Vire à esquerda depois da ponte.",
        "O café está na cozinha.",
    ),
    "Dutch": (
        "De trein vertrekt om twaalf uur.",
        "Doe het raam dicht voordat het regent.",
        "Er zitten veel vogels in de tuin.",
        "Ga na de brug naar links.",
        "De koffie staat in de keuken.",
    ),
    "Polish": (
        "Pociąg odjeżdża w południe.",
        "Zamknij okno, zanim zacznie padać.",
        "W ogrodzie jest dużo ptaków.",
        "Za mostem proszę skręcić w lewo.",
        "Kawa jest w kuchni.",
    ),
    "Russian": (
        "Поезд отправляется в полдень.",
        "Закрой окно, пока не пошёл дождь.",
        "В саду сегодня много птиц.",
        "После моста поверните налево.",
        "Кофе стоит на кухне.",
    ),
    "Turkish": (
        "Tren öğlen kalkıyor.",
        "Yağmur yağmadan pencereyi kapat.",
        "Bahçede çok kuş var.",
        "Köprüden sonra sola dönün.",
        "Kahve mutfakta.",
    ),
}


class SpeechError(EngineError):
    """espeak-ng is missing or fails."""


def is_installed() -> bool:
    """Whether espeak-ng is on the path."""
    return shutil.which(PROGRAM) is not None


def speech(rng: np.random.Generator) -> DrySound:
    """Makes somebody speak or whisper one to three sentences of a language.

    Raises:
        SpeechError: espeak-ng is missing or fails.
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
    return DrySound(spoken, captions, kind, "speech", labels)


def espeak(text: str, voice: str, words_per_min: int, pitch: int) -> tuple[Samples, int]:
    """Runs espeak-ng on a text; returns float64 [T] and its sample rate in Hz.

    Args:
        voice: a language, optionally with a variant, such as en-us+f2; unknown variants are ignored.
        words_per_min: its -s.
        pitch: its -p, 0 to 99.

    Raises:
        SpeechError: espeak-ng is missing or fails.
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
    """Returns the speech, float64 [T] at RATE_HZ."""
    samples, rate_hz = espeak(text, voice, words_per_min, pitch)
    return np.asarray(soxr.resample(samples, rate_hz, RATE_HZ))
