"""All generators by name, and a function that makes one sound."""

from collections.abc import Callable, Mapping

import numpy as np

from training.data.synthesis import machines, noises, percussive, signals, speech, tones
from training.data.synthesis.generator_output import DrySound, SynthesisedSound, finished

GENERATORS: Mapping[str, Callable[[np.random.Generator], DrySound]] = {
    "tone": tones.held_tone,
    "sweep": tones.sweep,
    "riser": tones.riser,
    "drop": tones.drop,
    "noise": noises.coloured_noise,
    "noise-bursts": noises.noise_bursts,
    "static": noises.static,
    "hum": noises.mains_hum,
    "wind": noises.windy,
    "surf": noises.surf,
    "rain": noises.rainy,
    "crowd": noises.babble,
    "beeps": signals.beeps,
    "keypad": signals.keypad,
    "line-tone": signals.line_tone,
    "morse": signals.morse,
    "siren": signals.siren,
    "alarm": signals.alarm,
    "engine-idle": machines.engine_idle,
    "engine-rev": machines.engine_rev,
    "drive-by": machines.drive_by,
    "aircraft": machines.aircraft,
    "train": machines.train,
    "ticking": machines.ticking,
    "bell": percussive.bell,
    "pluck": percussive.plucked,
    "heartbeat": percussive.heartbeat,
    "speech": speech.speech,
}


def make(name: str, rng: np.random.Generator) -> SynthesisedSound:
    """Makes one sound; the same generator state gives the same samples and captions.

    Raises:
        KeyError: no such generator.
        SpeechError: speech is requested and espeak-ng is missing or fails.
    """
    return finished(GENERATORS[name](rng), rng)
