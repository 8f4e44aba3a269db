"""The record of the tray icon."""

from desktop.controllers.feature import FeaturePart, WindowFeature
from desktop.features.tray.tray import Tray

FEATURE = WindowFeature((FeaturePart(430, Tray),))
