"""The record of metadata edits: details, batches, fields of one's own, cells of the results."""

from desktop.controllers.feature import FeatureHub, FeaturePart, ObjectRegistry, WindowFeature
from desktop.controllers.keeping.feature import KeepingWiring
from desktop.controllers.parts import WindowParts
from desktop.features.metadata_edits.batch import BatchEditing
from desktop.features.metadata_edits.cataloguing import Cataloguing
from desktop.features.metadata_edits.cells import Editing
from desktop.features.metadata_edits.custom_fields import CustomFields
from desktop.features.metadata_edits.describing import Describing


def _describing(parts: WindowParts, made: ObjectRegistry) -> Describing:
    describing = Describing(parts)
    describing.renamed.connect(made[FeatureHub].renamed)
    return describing


def _cells(parts: WindowParts, made: ObjectRegistry) -> Editing:
    """Joins marks and metadata: the details show both, and the table edits both."""
    describing, keeping = made[Describing], made[KeepingWiring]
    details = describing.details
    details.add_top(keeping.marks)
    details.order_tabs(keeping.marks.tab_order)
    details.turned.connect(keeping.show_marks)
    keeping.turning.connect(details.turning)
    made[Cataloguing].tagging.connect(keeping.change)
    return Editing(parts, describing, keeping)


FEATURE = WindowFeature(
    (
        FeaturePart(10, _describing),
        FeaturePart(30, lambda parts, made: Cataloguing(parts, made[Describing])),
        FeaturePart(70, lambda parts, made: BatchEditing(parts, made[Describing])),
        FeaturePart(80, lambda parts, made: CustomFields(parts, made[Describing])),
        FeaturePart(220, _cells),
    )
)
