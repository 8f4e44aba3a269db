"""The record of the feature: the window alone offers it."""

from engine.base.feature import Feature

FEATURE = Feature()
