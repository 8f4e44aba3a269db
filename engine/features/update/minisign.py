"""Checks signatures in the format of minisign, by the Ed25519 of the package cryptography.

The format is described at jedisct1.github.io/minisign: two comments, each followed by a line of base64. The first line
holds two letters for the algorithm, eight bytes that name the key, and the signature of the file's BLAKE2b-512
("ED"). The second line signs that signature together with the trusted comment. The older "Ed", which signs the file
itself, is refused: minisign has not made it by default since 2021.
"""

import base64
import binascii
import hashlib

_COMMENT, _TRUSTED = b"untrusted comment: ", b"trusted comment: "
_LINES = 4
_SIGNATURE_BYTES = 64
_KEY_ID_BYTES = 8
_KEY_BYTES = 2 + _KEY_ID_BYTES + 32


class WrongSignature(Exception):
    """The data is not what the owner of the key has signed."""


def signed_part(data: bytes, key: str) -> bytes:
    """Returns what follows the four lines of a signature, once the signature was found right.

    Args:
        data: the lines of a `.minisig` file, and after them, byte for byte, the file that they sign.
        key: the public key, the second line of minisign's `.pub` file.

    Raises:
        WrongSignature: there is no signature, it is of another key, or of other data.
        ValueError: `key` is no public key.
    """
    key_id, public = _key(key)
    *lines, content = data.split(b"\n", _LINES) if data.count(b"\n") >= _LINES else [b""] * (_LINES + 1)
    first, signature_line, trusted, global_line = lines
    if not first.startswith(_COMMENT) or not trusted.startswith(_TRUSTED):
        raise WrongSignature("no signature")
    signed = _decoded(signature_line, 2 + _KEY_ID_BYTES + _SIGNATURE_BYTES)
    if signed[:2] != b"ED" or signed[2 : 2 + _KEY_ID_BYTES] != key_id:
        raise WrongSignature("another algorithm or another key")
    signature = signed[2 + _KEY_ID_BYTES :]
    _check(public, signature, hashlib.blake2b(content).digest())
    _check(public, _decoded(global_line, _SIGNATURE_BYTES), signature + trusted.removeprefix(_TRUSTED))
    return content


def _key(text: str) -> tuple[bytes, bytes]:
    """Returns the key's id and its 32 bytes."""
    data = base64.b64decode(text, validate=True)
    if len(data) != _KEY_BYTES or data[:2] != b"Ed":
        raise ValueError("this is no public key of minisign")
    return data[2 : 2 + _KEY_ID_BYTES], data[2 + _KEY_ID_BYTES :]


def _decoded(line: bytes, size_bytes: int) -> bytes:
    try:
        data = base64.b64decode(line, validate=True)
    except binascii.Error as err:
        raise WrongSignature("no base64") from err
    if len(data) != size_bytes:
        raise WrongSignature("another length")
    return data


def _check(public: bytes, signature: bytes, data: bytes) -> None:
    from cryptography.exceptions import InvalidSignature  # deferred: only packages that can ask have it
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        Ed25519PublicKey.from_public_bytes(public).verify(signature, data)
    except InvalidSignature as err:
        raise WrongSignature("other data") from err
