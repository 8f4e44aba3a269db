"""A command line's server, and its passwords: prompted for on a terminal, never an argument."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from engine.cli.shell.options import library_folder

if TYPE_CHECKING:
    from engine.features.studio.records import ServerAddress

_T = TypeVar("_T")


def server_address(options: argparse.Namespace) -> ServerAddress:
    """Returns the given address, or the joined one.

    Raises:
        StudioRefused: it is invalid, or none was given and the library is not joined.
    """
    from engine.features.studio.addresses import read_address
    from engine.features.studio.records import Encryption

    if options.address is None:
        return joined_address(library_folder(options))
    encryption = None if options.encryption is None else Encryption(options.encryption)
    return read_address(options.address, encryption=encryption, root_certificate=options.root_certificate)


def joined_address(library: Path) -> ServerAddress:
    """Returns the address of the server that a library is joined to.

    Raises:
        StudioRefused: it is an ordinary library.
    """
    from engine.base.errors import StudioRefused
    from engine.features.studio import facade
    from engine.features.studio.messages import StudioAdvice, StudioFault

    state = facade.state(library)
    if state is None:
        raise StudioRefused(StudioFault.NOT_JOINED, advice=StudioAdvice.JOIN_FIRST)
    return state.address


def with_password(address: ServerAddress, work: Callable[[str | None], _T]) -> _T:
    """Runs `work` with the stored password; if that fails on a terminal, again with a prompted one."""
    from engine.base.errors import StudioRefused
    from engine.features.studio.messages import StudioFault

    try:
        return work(None)
    except StudioRefused as err:
        if err.what.what not in (StudioFault.NO_PASSWORD, StudioFault.PASSWORD_WRONG) or not sys.stdin.isatty():
            raise
    from getpass import getpass

    return work(getpass(f"Password of {address.user}: "))


def new_password(name: str) -> str:
    """Reads a new user's password from a prompt or the first line of a pipe."""
    from getpass import getpass

    from engine.base.errors import QueryError

    if not sys.stdin.isatty():
        password = sys.stdin.readline().rstrip("\n")
    else:
        password = getpass(f"New password of {name}: ")
        if getpass("Again: ") != password:
            raise QueryError("the two passwords differ", advice="Try it again.")
    if len(password) < 8:
        raise QueryError("a password has 8 letters or more", advice="Choose a longer one.")
    return password
