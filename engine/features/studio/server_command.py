"""`earshot server`: a shared library on PostgreSQL, for its administrators and its users."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from engine.cli.shell import DONE, SOME_SKIPPED
from engine.cli.shell.options import add_actions, count, library_folder, say_made
from engine.cli.shell.output import bar, counted, json_line, printable, say
from engine.features.studio.server_options import joined_address, new_password, server_address, with_password
from engine.features.studio.shared_library import show_conflicts, show_state

if TYPE_CHECKING:
    from engine.features.studio.records import AnalysesTransferred, JoinedLibrary

DESCRIPTION = """\
Share a library with others: edits, collections and analyses go to a PostgreSQL server (16 or later, with pgvector
0.8 or later) and from there to everybody. A joined library works without the server too. ADDRESS is
postgresql://USER@HOST/DATABASE; a password is asked for, or taken from the keyring, PGPASSFILE or .pgpass, and is never
part of it."""

_HELP = "address of the server (default: the one that the library is joined to)"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds its actions."""
    action = add_actions(parser, is_required=True)

    def there(name: str, text: str, *, is_needed: bool = False) -> argparse.ArgumentParser:
        parser = action(name, text)
        if is_needed:
            parser.add_argument("address", metavar="ADDRESS", help="address of the server")
        else:
            parser.add_argument("--server", dest="address", metavar="ADDRESS", help=_HELP)
        modes = ("disable", "prefer", "require", "verify-ca", "verify-full")
        parser.add_argument(
            "--encryption", choices=modes, help="what the connection has to be (default: require, here prefer)"
        )
        parser.add_argument(
            "--root-certificate", default="", metavar="FILE", help="of the authority that signed the server's"
        )
        return parser

    there("init", "make a shared library in an empty database, or bring one up to date", is_needed=True)
    user = there("user", "list users and their roles, add or remove one")
    user.add_argument("--add", metavar="NAME", help="give NAME a role; the password is asked for, or read from a pipe")
    user.add_argument("--role", choices=("reader", "editor", "admin"), default="editor", help="(default: %(default)s)")
    user.add_argument("--remove", metavar="NAME", help="remove NAME's role; the login stays")
    join = there("join", "join the library to a shared one", is_needed=True)
    join.add_argument("--no-keyring", action="store_true", help="do not keep the password in the keyring")
    action("leave", "leave the shared library, and keep everything in your own")
    status = action("status", "show the state of a joined library")
    status.add_argument("--ask", action="store_true", help="also ask the server for its version and your role")
    action("sync", "send and fetch edits once")
    volume = action("volume", "list volumes (named places that all share), name one, or map one to a folder here")
    volume.add_argument("--add", metavar="NAME", help="name FOLDER for everybody (administrators)")
    volume.add_argument("--map", metavar="NAME", help="map NAME to FOLDER on this machine")
    volume.add_argument("folder", nargs="?", type=Path, metavar="FOLDER", help="a folder of this machine")
    action("share", "send this library's analyses, so that nobody else needs to make them")
    action("fetch", "fetch analyses of mapped volumes, for the next indexing of their folders")
    search = there("search", "search the server's sounds, also those that are not here")
    search.add_argument("words", nargs="+", help="the description; filters: dur ch sr ext rating tag fav")
    search.add_argument("--limit", type=count, default=20, metavar="N", help="most answers (default: %(default)s)")
    search.add_argument("--exact", action="store_true", help="compare all vectors instead of using the index")
    conflicts = action("conflicts", "list conflicting edits, and settle them")
    conflicts.add_argument("--keep", nargs="+", metavar="ID", help="keep the present value")
    conflicts.add_argument("--take-back", nargs="+", metavar="ID", help="restore the value that lost")


def run(options: argparse.Namespace) -> int:
    """Runs one action; 3 if something was left out."""
    action: Callable[[argparse.Namespace], int] = {
        "init": _init,
        "user": _user,
        "join": _join,
        "leave": _leave,
        "status": _status,
        "sync": _sync,
        "volume": _volume,
        "share": _share,
        "fetch": _fetch,
        "search": _search,
        "conflicts": _conflicts,
    }[options.action]
    return action(options)


def _init(options: argparse.Namespace) -> int:
    from engine.features.studio.server import connected
    from engine.features.studio.server_migrations import set_up

    address = server_address(options)

    def make(password: str | None) -> tuple[int, int]:
        with connected(address, password) as connection:
            return set_up(connection, address)

    before, now = with_password(address, make)
    if options.json:
        json_line({"database": address.database, "before": before, "version": now})
    elif before == now:
        print(f"{printable(address.database)}: a shared library, version {now}, up to date")
    else:
        print(f"{printable(address.database)}: a shared library, version {now}")
    return DONE


def _user(options: argparse.Namespace) -> int:
    from engine.features.studio import server_migrations
    from engine.features.studio.records import Role
    from engine.features.studio.server import connected, facts_of

    address = server_address(options)
    if options.add:
        server_migrations.check_user_name(options.add)
    secret = new_password(options.add) if options.add else None

    def work(password: str | None) -> list[tuple[str, Role]]:
        with connected(address, password) as connection:
            facts_of(connection, address)
            if options.add:
                server_migrations.give_role(connection, address.database, options.add, Role(options.role), secret)
            if options.remove:
                server_migrations.take_role(connection, address.database, options.remove)
            return server_migrations.people_of(connection, address.database)

    for name, role in with_password(address, work):
        if options.json:
            json_line({"user": name, "role": str(role)})
        else:
            print(f"{role:8}  {printable(name)}")
    return DONE


def _join(options: argparse.Namespace) -> int:
    from engine.features.studio import facade
    from engine.features.studio.messages import StudioAdvice
    from engine.library.reader import LibraryReader

    address, library = server_address(options), library_folder(options)
    is_new, typed = not LibraryReader.is_there(library), False

    def join(password: str | None) -> JoinedLibrary:
        nonlocal typed
        typed = password is not None
        return facade.join(library, address, password=password, keep_password=not options.no_keyring, makes=True)

    joined = with_password(address, join)
    if is_new:
        say_made(library)
    facts = joined.facts
    if options.json:
        json_line(
            {"role": str(facts.role), "postgres": facts.postgres, "pgvector": facts.pgvector, "seeded": joined.seeded}
        )
    else:
        edits = counted(joined.seeded, "edit goes", "edits go")
        how = "encrypted" if facts.is_encrypted else "unencrypted"
        print(f"joined as {facts.role}, {how}; {edits} to the server with the next sync")
    if typed and not joined.is_password_kept:
        say(f"the password was not kept. {StudioAdvice.USE_PGPASS.text}")
    return DONE


def _leave(options: argparse.Namespace) -> int:
    from engine.features.studio import facade

    facade.leave(library_folder(options))
    return DONE


def _status(options: argparse.Namespace) -> int:
    from engine.features.studio import facade

    library = library_folder(options)
    state = facade.state(library)
    if state is None:
        print("{}" if options.json else "this library is not joined to a shared one")
        return DONE
    people = facade.people(library)
    facts = None
    if options.ask:
        facts = with_password(state.address, lambda password: facade.ask_server(state.address, password=password))
    show_state(state, people, facts, as_json=options.json)
    return DONE


def _sync(options: argparse.Namespace) -> int:
    from engine.features.studio import facade

    library = library_folder(options)
    report = with_password(
        joined_address(library), lambda password: facade.sync(library, password=password, progress=bar("sync"))
    )
    if options.json:
        names = ("sent", "taken", "conflicts", "refused", "waiting")
        json_line({name: getattr(report, name) for name in names})
    else:
        print(f"{report.sent} sent, {report.taken} taken in, {counted(report.conflicts, 'conflict', 'conflicts')}")
    if report.refused:
        say(f"{counted(report.refused, 'edit was', 'edits were')} refused and taken back here")
    return SOME_SKIPPED if report.refused else DONE


def _volume(options: argparse.Namespace) -> int:
    from engine.base.errors import QueryError
    from engine.base.types import FilePath
    from engine.features.studio import facade

    library = library_folder(options)
    name = options.add or options.map
    if bool(name) != (options.folder is not None) or (options.add and options.map):
        raise QueryError(
            "a name and a folder go together", advice="For example: earshot server volume --map Effects /mnt/effects"
        )
    if name:
        folder = FilePath.of(options.folder)
        if options.add:
            with_password(
                joined_address(library),
                lambda password: facade.add_volume(library, options.add, folder, password=password),
            )
        else:
            facade.map_volume(library, options.map, folder)
    for volume in facade.volumes(library):
        where = None if volume.folder is None else volume.folder.text
        if options.json:
            json_line({"name": volume.name, "folder": where, "sounds": volume.sounds})
        else:
            print(f"{volume.sounds:8d}  {printable(volume.name)}: {printable(where or '(not on this machine)')}")
    return DONE


def _share(options: argparse.Namespace) -> int:
    from engine.features.studio import facade

    return _carry(options, facade.share_sounds, "sending")


def _fetch(options: argparse.Namespace) -> int:
    from engine.features.studio import facade

    return _carry(options, facade.fetch_sounds, "fetching")


def _carry(options: argparse.Namespace, carry: Callable[..., AnalysesTransferred], word: str) -> int:
    library = library_folder(options)
    carried = with_password(
        joined_address(library), lambda password: carry(library, password=password, progress=bar(word))
    )
    if options.json:
        json_line(
            {
                "sounds": carried.sounds,
                "segments": carried.segments,
                "known": carried.known,
                "left_out": carried.left_out,
            }
        )
    else:
        print(f"{counted(carried.sounds, 'sound', 'sounds')} carried, {carried.known} known already")
    if carried.left_out:
        say(f"{counted(carried.left_out, 'sound was', 'sounds were')} left out: unread, or not heard with this pack")
    return SOME_SKIPPED if carried.left_out else DONE


def _search(options: argparse.Namespace) -> int:
    from engine.features.studio.server import connected, facts_of
    from engine.features.studio.server_search import ServerHit, search

    address, library = server_address(options), library_folder(options)

    def ask(password: str | None) -> list[ServerHit]:
        with connected(address, password) as connection:
            facts_of(connection, address)
            return search(connection, library, " ".join(options.words), options.limit, exact=options.exact)

    for rank, hit in enumerate(with_password(address, ask), start=1):
        place = f"{hit.volume}/{hit.path}" if hit.volume else hit.name
        if options.json:
            score = round(hit.score, 4)
            record = {"rank": rank, "name": hit.name, "volume": hit.volume, "path": hit.path, "score": score}
            json_line({**record, "start_s": hit.start_s, "end_s": hit.end_s, "payload": hit.payload.hex()})
        else:
            print(f"{rank:3d}  {hit.score:.3f}  {hit.start_s:7.2f} s  {printable(place)}")
    return DONE


def _conflicts(options: argparse.Namespace) -> int:
    from engine.features.studio import facade
    from engine.features.studio.records import ConflictChoice

    library = library_folder(options)
    asked = {ConflictChoice.KEEP: options.keep or (), ConflictChoice.TAKE_BACK: options.take_back or ()}
    unknown: list[str] = []
    for choice, ids in asked.items():
        if ids:
            settled = facade.settle(library, ids, choice)
            unknown += [id for id in ids if id not in settled.ids]
    show_conflicts(facade.conflicts(library), as_json=options.json)
    for id in unknown:
        say(f"no open conflict is {printable(id)}: it was settled, or never was one")
    return SOME_SKIPPED if unknown else DONE
