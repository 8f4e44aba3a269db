"""The record of round robins."""

from desktop.controllers.feature import FeatureHub, FeaturePart, WindowFeature
from desktop.features.round_robin.round_robin import RoundRobins

FEATURE = WindowFeature(
    (FeaturePart(480, lambda parts, made: RoundRobins(parts, lambda: made[FeatureHub].transfer_profile)),)
)
