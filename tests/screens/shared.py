"""A shared library on a real server, and its pictures: people who disagree, and an outage."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from msgspec.structs import replace

from desktop.app.app import EarshotApp
from desktop.features.studio.feature import StudioFeature
from desktop.features.studio.page import CONFLICTS, PEOPLE, VOLUMES
from engine.base.types import Colour, FilePath, Ids
from engine.features.studio import facade, server_migrations
from engine.features.studio.records import Role, ServerAddress
from engine.library.user_data import UserData
from engine.store.catalogue import Catalogue
from tests.helpers.postgres import PASSWORD, Postgres, SharedServer, programs
from tests.screens.scene import Scene

NAME = "shared-library"


class SharedActs:
    """Steps before a picture. `begin` starts a server, `end` removes it.

    Args:
        folder: with `library` and `Sounds`; the shared copies go beside them.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._postgres = Postgres(programs())
        self._postgres.start()
        SharedServer(self._postgres, "studio")
        self._anna = self._person("anna", Role.ADMIN)
        self._copies = {name: self._copy(name) for name in (NAME, "shared-ben", "shared-clara")}
        self._fill()

    @property
    def library(self) -> Path:
        """Anna's copy."""
        return self._folder / NAME

    def open_dialog(self, earshot: EarshotApp) -> None:
        """Opens the dialog and tries a wrong password."""
        self._feature(earshot).joining.sign_in()
        dialog = self._feature(earshot).joining.dialog
        assert dialog is not None
        dialog.password.setText("wrong")
        dialog.more.setChecked(True)
        dialog.join.click()

    def turn_to(self, earshot: EarshotApp, tab: int) -> None:
        earshot.commands.action("shared.page").setChecked(True)
        self._feature(earshot).page.turn_to(tab)

    def lose_server(self, earshot: EarshotApp) -> None:
        """Stops the server, with a change pending."""
        self._postgres.kill()
        ids = earshot.window.results.model().ranking.ids[:3]  # type: ignore[attr-defined]
        earshot.search.ask(lambda library: library.keeping.set_rating(ids, 2))
        self._feature(earshot).syncing.sync()

    def become_reader(self, earshot: EarshotApp) -> None:
        """Restricts Anna to reading."""
        self._postgres.start()
        self._person("anna", Role.READER)
        self._feature(earshot).syncing.sync()

    def leave(self, earshot: EarshotApp) -> None:
        """Makes the library Anna's alone."""
        facade.leave(self.library)
        self._feature(earshot).syncing.begin()

    def end(self) -> None:
        """Removes the server and the copies."""
        self._postgres.end()
        for library in self._copies.values():
            shutil.rmtree(library, ignore_errors=True)

    def scenes(self, earshot: EarshotApp) -> Iterator[Scene]:
        window = earshot.window

        def row(number: int) -> None:
            window.show_page("results")
            window.results.setFocus()
            window.results.go_to(number)
            earshot.commands.action("view.inspector").setChecked(True)

        def plain() -> None:
            earshot.commands.action("view.inspector").setChecked(False)

        yield Scene("61-shared-conflicts", (lambda: self.turn_to(earshot, CONFLICTS),), 2500)
        yield Scene("62-shared-people", (lambda: self.turn_to(earshot, PEOPLE),), 900)
        yield Scene("63-shared-volumes", (lambda: self.turn_to(earshot, VOLUMES),), 900)
        yield Scene("64-shared-sign-in", (lambda: self.open_dialog(earshot),), 2000)
        yield Scene("65-shared-details", (lambda: row(0),), 1500)
        yield Scene(
            "66-shared-offline", (lambda: self.lose_server(earshot), plain, lambda: self.turn_to(earshot, 0)), 2500
        )
        yield Scene("67-shared-reader", (lambda: self.become_reader(earshot), lambda: row(0)), 3000)
        yield Scene("68-shared-own", (lambda: self.leave(earshot), plain, lambda: self.turn_to(earshot, 0)), 1500)

    @staticmethod
    def _feature(earshot: EarshotApp) -> StudioFeature:
        return next(one for one in earshot.features if isinstance(one, StudioFeature))

    def _person(self, name: str, role: Role) -> ServerAddress:
        with self._postgres.owner("studio") as connection:
            server_migrations.give_role(connection, "studio", name, role, PASSWORD)
        address = replace(self._postgres.address("studio", name), host="localhost")
        with (self._folder / "pgpass").open("a") as file:
            file.write(f"*:*:*:{address.user}:{PASSWORD}\n")
        (self._folder / "pgpass").chmod(0o600)
        os.environ["PGPASSFILE"] = str(self._folder / "pgpass")
        return address

    def _copy(self, name: str) -> Path:
        library = self._folder / name
        shutil.rmtree(library, ignore_errors=True)
        shutil.copytree(self._folder / "library", library)
        person = self._anna if name == NAME else self._person(name.removeprefix("shared-"), Role.EDITOR)
        facade.join(library, person, password=PASSWORD, keep_password=False)
        return library

    def _fill(self) -> None:
        """Lets everybody mark the same sounds before seeing the others' marks."""
        anna, ben, clara = self._copies.values()
        facade.add_volume(anna, "Effects", FilePath.of(self._folder / "Sounds"), password=PASSWORD)
        facade.add_volume(anna, "Field recordings", FilePath.of("/mnt/nas/Field recordings"), password=PASSWORD)
        facade.map_volume(anna, "Field recordings", None)
        facade.share_sounds(anna, password=PASSWORD)
        _mark(ben, 5, Colour.RED, "Use for scene 12, from the second hit on", "heavy")
        facade.sync(ben, password=PASSWORD)
        _mark(anna, 3, Colour.GREEN, "Too much room, only as a layer", "layer")
        facade.sync(anna, password=PASSWORD)
        _mark(clara, 4, Colour.BLUE, "Pitched down it is the gate", "gate")
        facade.sync(clara, password=PASSWORD)


def _mark(library: Path, rating: int, colour: Colour, note: str, tag: str) -> None:
    """Enters one person's opinion of the same three sounds."""
    with Catalogue.open(library) as catalogue:
        keeping = UserData(catalogue)
        first, second, third = (_one(catalogue, name) for name in ("DOORWood", "RAINMetl", "BELLHand"))
        keeping.set_rating(first, rating)
        keeping.set_note(second, note)
        keeping.set_colour(third, colour)
        keeping.add_tags(third, [tag])


def _one(catalogue: Catalogue, begin: str) -> Ids:
    """Returns the first sound whose file name has this prefix: int64 [1]."""
    sql = "SELECT id FROM sound WHERE CAST(path AS TEXT) LIKE ? ORDER BY path LIMIT 1"
    rows = catalogue.database.rows(sql, f"%/{begin}%")
    return np.array([rows[0][0]], np.int64)
