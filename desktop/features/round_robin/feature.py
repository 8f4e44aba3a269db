"""The record of round robins."""

from desktop.controllers.feature import FeaturePart, WindowFeature
from desktop.features.round_robin.round_robin import RoundRobins

FEATURE = WindowFeature((FeaturePart(480, RoundRobins),))
