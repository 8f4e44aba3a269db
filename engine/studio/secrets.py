"""Where passwords are: in the system's keyring, or where libpq looks (PGPASSFILE, .pgpass). Nowhere else.

They are in no setting, catalogue, command line, log or error. keyring is part of the same extra as psycopg. Left to
itself it loads every back end that is installed, and on Linux looks for macOS's library by starting a compiler; so it
is asked for this system's own, unless the user has chosen one (PYTHON_KEYRING_BACKEND, keyringrc.cfg).
"""

import sys
from importlib import import_module
from typing import TYPE_CHECKING

from engine.studio.records import ServerAddress

if TYPE_CHECKING:
    from keyring.backend import KeyringBackend

_SERVICE = "earshot"
_OWN = {
    "darwin": (("keyring.backends.macOS", "Keyring"),),
    "win32": (("keyring.backends.Windows", "WinVaultKeyring"),),
}
_ELSEWHERE = (("keyring.backends.SecretService", "Keyring"), ("keyring.backends.kwallet", "DBusKeyring"))


def kept_password(address: ServerAddress) -> str | None:
    """The password that the keyring has; None where it has none, or cannot be asked: libpq looks elsewhere then."""
    keyring = _keyring()
    if keyring is None:
        return None
    try:
        return keyring.get_password(_SERVICE, _account(address))
    except _refusals():
        return None


def keep_password(address: ServerAddress, password: str) -> bool:
    """Puts a password into the keyring; False where there is none that can be used."""
    keyring = _keyring()
    if keyring is None:
        return False
    try:
        keyring.set_password(_SERVICE, _account(address), password)
        return keyring.get_password(_SERVICE, _account(address)) == password
    except _refusals():
        return False


def forget_password(address: ServerAddress) -> None:
    """Takes a password out of the keyring, where it is there."""
    keyring = _keyring()
    if keyring is None:
        return
    try:
        keyring.delete_password(_SERVICE, _account(address))
    except _refusals():
        return


def _keyring() -> "KeyringBackend | None":
    """The keyring to use; None where there is none."""
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
    except (ImportError, AttributeError):  # a back end that cannot be loaded is none
        return None
    except _refusals():
        return None
    return None


def _refusals() -> tuple[type[Exception], ...]:
    """What back ends raise where a keyring is closed, is not there, or does not have what is asked for."""
    from keyring.errors import KeyringError

    return KeyringError, RuntimeError, OSError


def _account(address: ServerAddress) -> str:
    return f"{address.user}@{address.host}:{address.port}/{address.database}"
