"""A small library of synthesised sounds to try Earshot on: no recordings, and the same sounds every time.

`make_demo(folder)` writes them; `python -m resources.demo FOLDER` is the same from a shell. Imported by the window when
somebody adds demo sounds, by training, which makes sounds from the same blocks, and by tests; never by the engine. Not for training or for
measuring a model: these are sketches of sounds, good enough to recognise.
"""

from resources.demo.library import make_demo, recipes
from resources.demo.synth import Recipe

__all__ = ["Recipe", "make_demo", "recipes"]
