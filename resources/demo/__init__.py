"""A small library of synthesised sounds to try Earshot on: no recordings, and the same sounds every time.

`make_demo(folder)` writes them; `python -m resources.demo FOLDER` is the same from a shell. The window imports this
when somebody adds demo sounds, training makes sounds of its own from the same blocks, and the engine does without. No
model is measured on them: these are sketches of sounds, good enough to recognise.
"""

from resources.demo.library import make_demo, recipes
from resources.demo.synth import Recipe

__all__ = ["Recipe", "make_demo", "recipes"]
