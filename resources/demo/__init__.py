"""A small library of synthesised sounds to try Earshot on: no recordings, and the same sounds every time.

`make_demo(folder)` writes them, as does `python -m resources.demo FOLDER`. The window imports this when somebody adds
demo sounds, and training builds its synthetic sounds from the same blocks; the engine does without. No model is
measured on them: they are sketches, good enough to recognise.
"""

from resources.demo.library import make_demo, recipes
from resources.demo.synth import Recipe

__all__ = ["Recipe", "make_demo", "recipes"]
