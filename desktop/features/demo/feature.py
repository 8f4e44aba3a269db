"""The record of the welcome over an empty library."""

from desktop.controllers.feature import FeaturePart, WindowFeature
from desktop.features.demo.welcome import Welcome

FEATURE = WindowFeature((FeaturePart(340, Welcome),))
