"""The record of metadata edits: details, batches, fields of one's own, cells of the results."""

from desktop.controllers.feature import FeatureHub, FeaturePart, ObjectRegistry, WindowFeature
from desktop.controllers.marks.feature import MarksControl
from desktop.controllers.parts import WindowParts
from desktop.features.metadata_edits.batch import BatchEdit
from desktop.features.metadata_edits.category_suggestions import CategorySuggestions
from desktop.features.metadata_edits.cells import CellEdits
from desktop.features.metadata_edits.custom_fields import CustomFields
from desktop.features.metadata_edits.editor import MetadataEditor


def _describing(parts: WindowParts, made: ObjectRegistry) -> MetadataEditor:
    describing = MetadataEditor(parts)
    describing.renamed.connect(made[FeatureHub].renamed)
    return describing


def _cells(parts: WindowParts, made: ObjectRegistry) -> CellEdits:
    """Joins marks and metadata: the details show both, and the table edits both."""
    describing, keeping = made[MetadataEditor], made[MarksControl]
    details = describing.details
    details.add_top(keeping.marks)
    details.order_tabs(keeping.marks.tab_order)
    details.turned.connect(keeping.show_marks)
    keeping.turning.connect(details.turning)
    made[CategorySuggestions].tagging.connect(keeping.change)
    return CellEdits(parts, describing, keeping)


FEATURE = WindowFeature(
    (
        FeaturePart(10, _describing),
        FeaturePart(30, lambda parts, made: CategorySuggestions(parts, made[MetadataEditor])),
        FeaturePart(70, lambda parts, made: BatchEdit(parts, made[MetadataEditor])),
        FeaturePart(80, lambda parts, made: CustomFields(parts, made[MetadataEditor])),
        FeaturePart(220, _cells),
    )
)
