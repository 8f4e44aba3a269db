"""The record of searching by spoken word and by sketch."""

from desktop.controllers.feature import FeaturePart, WindowFeature
from desktop.features.speech.sketches import SketchPlayback
from desktop.features.speech.word import SearchByWord

FEATURE = WindowFeature(
    (
        FeaturePart(315, SearchByWord),
        FeaturePart(320, SketchPlayback),
    )
)
