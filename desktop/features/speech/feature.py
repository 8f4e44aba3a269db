"""The record of searching by spoken word and by sketch."""

from desktop.controllers.feature import FeaturePart, WindowFeature
from desktop.features.speech.sketches import HearingSketches
from desktop.features.speech.word import SearchingByWord

FEATURE = WindowFeature(
    (
        FeaturePart(315, lambda parts, made: SearchingByWord(parts)),
        FeaturePart(320, lambda parts, made: HearingSketches(parts)),
    )
)
