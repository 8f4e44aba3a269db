"""Passwords: in the system's keyring, or where libpq looks (PGPASSFILE, .pgpass). Nowhere else.

They are in no setting, catalogue, command line, log or error. keyring belongs to the same extra as psycopg. By default
it loads every installed back end, and on Linux searches for macOS's library by starting a compiler; so only this
system's own back end is used, unless the user chose one (PYTHON_KEYRING_BACKEND, keyringrc.cfg).
"""

import sys
from importlib import import_module
from typing import TYPE_CHECKING

from engine.features.studio.records import ServerAddress

if TYPE_CHECKING:
    from keyring.backend import KeyringBackend

_SERVICE = "earshot"
_OWN = {
    "darwin": (("keyring.backends.macOS", "Keyring"),),
    "win32": (("keyring.backends.Windows", "WinVaultKeyring"),),
}
_ELSEWHERE = (("keyring.backends.SecretService", "Keyring"), ("keyring.backends.kwallet", "DBusKeyring"))


def kept_password(address: ServerAddress) -> str | None:
    """Returns the keyring's password; None if it has none or cannot be used, and libpq looks elsewhere."""
    keyring = _keyring()
    if keyring is None:
        return None
    try:
        return keyring.get_password(_SERVICE, _account(address))
    except _refusals():
        return None


def keep_password(address: ServerAddress, password: str) -> bool:
    """Stores a password in the keyring; returns False without a usable one."""
    keyring = _keyring()
    if keyring is None:
        return False
    try:
        keyring.set_password(_SERVICE, _account(address), password)
        return keyring.get_password(_SERVICE, _account(address)) == password
    except _refusals():
        return False


def forget_password(address: ServerAddress) -> None:
    """Removes a password from the keyring, if it is there."""
    keyring = _keyring()
    if keyring is None:
        return
    try:
        keyring.delete_password(_SERVICE, _account(address))
    except _refusals():
        return


def _keyring() -> "KeyringBackend | None":
    try:
        from keyring import core
    except ImportError:
        return None
    try:
        chosen = core.load_env() or core.load_config()
        if chosen is not None:
            return chosen
        for module, name in _OWN.get(sys.platform, _ELSEWHERE):
            backend: type[KeyringBackend] = getattr(import_module(module), name)
            if backend.viable:
                return backend()
    except (ImportError, AttributeError):  # ignore a back end that cannot be loaded
        return None
    except _refusals():
        return None
    return None


def _refusals() -> tuple[type[Exception], ...]:
    """What back ends raise if a keyring is locked, missing, or lacks the password."""
    from keyring.errors import KeyringError

    return KeyringError, RuntimeError, OSError


def _account(address: ServerAddress) -> str:
    return f"{address.user}@{address.host}:{address.port}/{address.database}"
