"""Objects of ours on a pair of pipes, between a job and a process that reads for it: a length, then a pickle.

Both ends are of one release, and the one that decodes is the job's own child: what it says is trusted as its memory
would be were it a thread.
"""

import os
import pickle
import struct
import threading
from typing import Any

_LENGTH = struct.Struct(">Q")
_MOST = 1 << 16
"""Bytes asked of a pipe at once: all that one holds."""


class PipeEnded(Exception):
    """The other end has gone."""


class MessagePipe:
    """One end. One thread receives; any thread may send."""

    def __init__(self, incoming: int, outgoing: int) -> None:
        """Args: two file descriptors, read and written without Python's buffers, whose locks a dying process keeps."""
        self._incoming, self._outgoing = incoming, outgoing
        self._sending = threading.Lock()
        self._posted = bytearray()
        self._held = bytearray()
        """What was read and not yet received: a short message costs one look at the pipe, or none."""

    def send(self, item: object) -> None:
        """Sends an object, whole, behind what was posted; waits while the pipe is full.

        Raises:
            PipeEnded: nobody reads any more.
        """
        with self._sending:
            left = memoryview(bytes(self._posted) + _framed(item))
            self._posted.clear()
            try:
                while left:
                    left = left[os.write(self._outgoing, left) :]
            except OSError as err:
                raise PipeEnded from err

    def post(self, item: object) -> None:
        """Leaves an object to go with the next that is sent: whoever reads is woken once for both."""
        framed = _framed(item)
        with self._sending:
            self._posted += framed

    def end(self) -> None:
        """Nothing is sent from now on: the descriptor is about to be closed, and its number may be another file's then.

        A `send` after this raises PipeEnded.
        """
        with self._sending:
            self._outgoing = -1

    def receive(self) -> Any:
        """The next object; waits for it.

        Raises:
            PipeEnded: nobody writes any more.
        """
        (length,) = _LENGTH.unpack(self._taken(_LENGTH.size))
        return pickle.loads(self._taken(length))

    def _taken(self, length: int) -> bytes:
        while len(self._held) < length:
            try:
                part = os.read(self._incoming, _MOST)
            except OSError as err:
                raise PipeEnded from err
            if not part:
                raise PipeEnded
            self._held += part
        taken = bytes(self._held[:length])
        del self._held[:length]
        return taken


def _framed(item: object) -> bytes:
    body = pickle.dumps(item, protocol=pickle.HIGHEST_PROTOCOL)
    return _LENGTH.pack(len(body)) + body
