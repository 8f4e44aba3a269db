"""The record of the feature."""

from desktop.controllers.feature import FeaturePart, WindowFeature
from desktop.features.markers.region_export import RegionExport
from desktop.features.markers.sound_markers import MarkersFeature

FEATURE = WindowFeature((FeaturePart(264, MarkersFeature), FeaturePart(471, RegionExport)))
