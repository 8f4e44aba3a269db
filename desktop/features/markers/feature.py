"""The record of the feature."""

from desktop.controllers.feature import FeaturePart, WindowFeature
from desktop.features.markers.region_export import RegionExport
from desktop.features.markers.silence_split import SilenceSplit
from desktop.features.markers.sound_markers import MarkersFeature

FEATURE = WindowFeature(
    (FeaturePart(264, MarkersFeature), FeaturePart(265, SilenceSplit), FeaturePart(471, RegionExport))
)
