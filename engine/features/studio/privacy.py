"""Private collections, visible only to their owner. The server's row-level security enforces it."""

import time

from engine.base.errors import StudioRefused
from engine.base.messages import told
from engine.features.studio.edit_applier import EditApplier
from engine.features.studio.local_state import MAKER, STUDIO, must_be_joined, refuse_reader
from engine.features.studio.messages import StudioAdvice, StudioFault
from engine.store.catalogue import Catalogue
from engine.store.outbox import FieldEdit, ListSubjects, put_out


def set_private(catalogue: Catalogue, collection: int, is_private: bool) -> None:
    """See `engine.features.studio.facade.set_private`."""
    here = catalogue.database.connection
    joined = must_be_joined(here)
    refuse_reader(joined)
    with catalogue.database.change(STUDIO):
        row = here.execute("SELECT name FROM collection WHERE id = ?", (collection,)).fetchone()
        if row is None:
            raise StudioRefused(StudioFault.NO_SUCH_COLLECTION_HERE, advice=StudioAdvice.SEE_LISTS)
        subject = ListSubjects(here).of("c", collection)
        maker = EditApplier(here).value(subject, MAKER)
        if maker is not None and maker != joined.address.user:
            raise StudioRefused(told(StudioFault.NOT_YOUR_COLLECTION, row[0]), advice=StudioAdvice.SEE_LISTS)
        put_out(here, [FieldEdit(subject, "private", is_private)], time.time())


def private_collections(catalogue: Catalogue) -> frozenset[int]:
    """See `engine.features.studio.facade.private_collections`."""
    here = catalogue.database.connection
    must_be_joined(here)
    rows = catalogue.database.rows("SELECT subject, own FROM shared_list WHERE subject LIKE 'c:%'")
    taking = EditApplier(here)
    return frozenset(int(own) for subject, own in rows if taking.value(str(subject), "private") is True)
