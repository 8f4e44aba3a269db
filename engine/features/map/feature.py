"""The record of the feature."""

from engine.base.feature import Feature

FEATURE = Feature()
