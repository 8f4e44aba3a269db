"""A small library of synthesised sounds to try Earshot on: no recordings, and the same sounds every time.

`make_demo(folder)` writes them; `python -m engine.demo FOLDER` is the same from a shell. Not for training or for
measuring a model: these are sketches of sounds, good enough to recognise.
"""

from engine.demo.library import make_demo, recipes
from engine.demo.recipe import Recipe

__all__ = ["Recipe", "make_demo", "recipes"]
