"""Which fields the user made: added and removed here; what stands in one is in the files, and stays there."""

from engine.error_wording.asking import KeepingAdvice, KeepingFault, KeptWord
from engine.errors import KeepingError
from engine.keeping.base import KeepingBase, refuse_twice
from engine.store.own_fields import MOST_OWN
from engine.wording import told


class FieldKeeping(KeepingBase):
    """The fields of one library. Library's thread only. Nothing is lost by a removal, so that there is no undo."""

    def own_fields(self) -> tuple[str, ...]:
        """Their names by their places; one that was removed leaves an empty text."""
        return self._catalogue.own_fields.all()

    def fields_in_files(self) -> tuple[str, ...]:
        """The keys of all fields of the kind that occur in files, whoever made them."""
        return self._catalogue.own_fields.in_files()

    def add_field(self, name: str) -> None:
        """Adds one; `engine.metadata.edit.CustomField.named` says whether a name will do.

        Raises:
            KeepingError: there is one of the name, or there are as many as there may be.
        """
        if self._catalogue.own_fields.add(name):
            return
        if "" not in (known := self.own_fields()) and len(known) >= MOST_OWN:
            raise KeepingError(told(KeepingFault.TOO_MANY_FIELDS, MOST_OWN), advice=KeepingAdvice.REMOVE_FIELD)
        raise refuse_twice(name, KeptWord.A_FIELD)

    def remove_field(self, name: str) -> None:
        """Takes one off the list."""
        self._catalogue.own_fields.remove(name)
