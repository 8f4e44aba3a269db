"""Where passwords are: in the system's keyring, or where libpq looks (PGPASSFILE, .pgpass). Nowhere else.

They are in no setting, catalogue, command line, log or error. keyring is part of the same extra as psycopg.
"""

from engine.studio.records import ServerAddress

_SERVICE = "earshot"


def kept_password(address: ServerAddress) -> str | None:
    """The password that the keyring has; None where it has none, or cannot be asked: libpq looks elsewhere then."""
    try:
        import keyring
        from keyring.errors import KeyringError
    except ImportError:
        return None
    try:
        return keyring.get_password(_SERVICE, _account(address))
    except (KeyringError, RuntimeError, OSError):
        return None


def keep_password(address: ServerAddress, password: str) -> bool:
    """Puts a password into the keyring; False where there is none that can be used."""
    try:
        import keyring
        from keyring.errors import KeyringError
    except ImportError:
        return False
    try:
        keyring.set_password(_SERVICE, _account(address), password)
        return keyring.get_password(_SERVICE, _account(address)) == password
    except (KeyringError, RuntimeError, OSError):
        return False


def forget_password(address: ServerAddress) -> None:
    """Takes a password out of the keyring, where it is there."""
    try:
        import keyring
        from keyring.errors import KeyringError
    except ImportError:
        return
    try:
        keyring.delete_password(_SERVICE, _account(address))
    except (KeyringError, RuntimeError, OSError):
        return


def _account(address: ServerAddress) -> str:
    return f"{address.user}@{address.host}:{address.port}/{address.database}"
