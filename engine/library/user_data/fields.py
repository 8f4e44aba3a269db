"""The user's own metadata fields: adds and removes them here; their contents stay in the files."""

from engine.base.errors import KeepingError
from engine.base.messages import told
from engine.library.messages import KeepingAdvice, KeepingFault, NamedThing
from engine.library.user_data.base import UserDataPart, refuse_twice
from engine.store.custom_fields import MOST_OWN


class UserDataFields(UserDataPart):
    """One library's own fields. Library's thread only. A removal loses nothing, so there is no undo."""

    def own_fields(self) -> tuple[str, ...]:
        """Returns their names by place; a removed one leaves an empty text."""
        return self._catalogue.own_fields.all()

    def fields_in_files(self) -> tuple[str, ...]:
        """Returns the keys of all custom fields in files, whoever made them."""
        return self._catalogue.own_fields.in_files()

    def add_field(self, name: str) -> None:
        """Adds a field; `engine.audio.fields.CustomField.named` tells whether a name is valid.

        Raises:
            KeepingError: the name exists, or there are too many fields.
        """
        if self._catalogue.own_fields.add(name):
            return
        if "" not in (known := self.own_fields()) and len(known) >= MOST_OWN:
            raise KeepingError(told(KeepingFault.TOO_MANY_FIELDS, MOST_OWN), advice=KeepingAdvice.REMOVE_FIELD)
        raise refuse_twice(name, NamedThing.A_FIELD)

    def remove_field(self, name: str) -> None:
        self._catalogue.own_fields.remove(name)
