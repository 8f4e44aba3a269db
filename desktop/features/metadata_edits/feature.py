"""The record of metadata edits: details, batches, fields of one's own, cells of the results."""

from desktop.controllers.feature import FeaturePart, WindowFeature
from desktop.features.metadata_edits.batch import BatchEdit
from desktop.features.metadata_edits.category_suggestions import CategorySuggestions
from desktop.features.metadata_edits.cells import CellEdits
from desktop.features.metadata_edits.custom_fields import CustomFields
from desktop.features.metadata_edits.editor import MetadataEditor
from desktop.features.metadata_edits.proposed_texts import ProposedTexts

FEATURE = WindowFeature(
    (
        FeaturePart(10, MetadataEditor),
        FeaturePart(30, CategorySuggestions),
        FeaturePart(70, BatchEdit),
        FeaturePart(75, ProposedTexts),
        FeaturePart(80, CustomFields),
        FeaturePart(220, CellEdits),
    )
)
