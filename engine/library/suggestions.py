"""UCS categories that fit sounds.

Re-exports for everybody outside the engine; the engine and its features import the rooms themselves.
"""

from engine.search.category_suggestions import SoundVectors, Suggester, Suggestion

__all__ = ["SoundVectors", "Suggester", "Suggestion"]
