"""Our objects on a pair of pipes between a job and its reading process: a length, then the object.

The process trusts its job, which sends pickles. The job does not trust the process, whose decoder a file may have taken
over: `engine.ingest.codec` reads its messages and refuses anything else.
"""

import os
import pickle
import struct
import threading
from collections.abc import Callable
from typing import Any, Self

from engine.ingest.codec import MessageReader, MessageRefused, packed

_LENGTH = struct.Struct(">Q")
_MOST = 1 << 16
"""Bytes read from a pipe at once: all that it can hold."""
_LARGEST_BYTES = 1 << 29
"""Largest message: vectors and overview of a sound of two weeks."""


class PipeEnded(Exception):
    """The other end is gone."""


class MessagePipe:
    """One end. One thread receives; any thread may send."""

    def __init__(
        self,
        incoming: int,
        outgoing: int,
        write: Callable[[object], bytes],
        read: Callable[[bytes], Any],
    ) -> None:
        """Opens one end; `of_job` and `of_reader` make the two kinds.

        Args:
            incoming, outgoing: file descriptors, used without Python's buffers, whose locks a dying process keeps.
            write: encodes an object.
            read: decodes an object. Raises MessageRefused for anything else.
        """
        self._incoming, self._outgoing = incoming, outgoing
        self._write, self._read = write, read
        self._sending = threading.Lock()
        self._posted = bytearray()
        self._held = bytearray()
        """Bytes read but not yet received: a short message costs at most one read of the pipe."""

    @classmethod
    def of_job(cls, incoming: int, outgoing: int, messages: MessageReader) -> Self:
        """Opens the job's end, which accepts only messages of these kinds."""
        return cls(incoming, outgoing, pickle.dumps, messages.unpacked)

    @classmethod
    def of_reader(cls, incoming: int, outgoing: int) -> Self:
        return cls(incoming, outgoing, packed, pickle.loads)

    def send(self, item: object) -> None:
        """Sends an object after any posted ones; waits while the pipe is full. Raises PipeEnded if nobody reads."""
        with self._sending:
            left = memoryview(bytes(self._posted) + self._framed(item))
            self._posted.clear()
            try:
                while left:
                    left = left[os.write(self._outgoing, left) :]
            except OSError as err:
                raise PipeEnded from err

    def post(self, item: object) -> None:
        """Queues an object to go with the next one sent, so that the receiver wakes once for both."""
        framed = self._framed(item)
        with self._sending:
            self._posted += framed

    def end(self) -> None:
        """Makes `send` raise PipeEnded. Call it before closing the descriptor, whose number another file may get."""
        with self._sending:
            self._outgoing = -1

    def receive(self) -> Any:
        """Waits for the next object.

        Raises:
            PipeEnded: nobody writes any more.
            MessageRefused: not a message, or too large for one; nothing after it can be read.
        """
        (length,) = _LENGTH.unpack(self._taken(_LENGTH.size))
        if length > _LARGEST_BYTES:
            raise MessageRefused(f"{length} bytes")
        return self._read(self._taken(length))

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

    def _framed(self, item: object) -> bytes:
        body = self._write(item)
        return _LENGTH.pack(len(body)) + body
