"""Objects of ours on a pair of pipes, between a job and a process that reads for it: a length, then the object.

The process believes its job, which sends it pickles. The job does not believe the process, in which a decoder may have
been taken over by a file: what comes from there is read by `engine.ingest.codec`, and refused where it is no message.
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
"""Bytes asked of a pipe at once: all that one holds."""
_LARGEST_BYTES = 1 << 29
"""Of a message: vectors and overview of a sound of two weeks."""


class PipeEnded(Exception):
    """The other end has gone."""


class MessagePipe:
    """One end. One thread receives; any thread may send."""

    def __init__(
        self,
        incoming: int,
        outgoing: int,
        write: Callable[[object], bytes],
        read: Callable[[bytes], Any],
    ) -> None:
        """Opens one end; `of_job` and `of_reader` are the two there are.

        Args:
            incoming, outgoing: file descriptors, read and written without Python's buffers, whose locks a dying
                process keeps.
            write: gives the bytes of an object.
            read: gives an object again. Raises MessageRefused of what is none.
        """
        self._incoming, self._outgoing = incoming, outgoing
        self._write, self._read = write, read
        self._sending = threading.Lock()
        self._posted = bytearray()
        self._held = bytearray()
        """What was read and not yet received: a short message costs one look at the pipe, or none."""

    @classmethod
    def of_job(cls, incoming: int, outgoing: int, messages: MessageReader) -> Self:
        """The job's end, which takes messages of these kinds and no others."""
        return cls(incoming, outgoing, pickle.dumps, messages.unpacked)

    @classmethod
    def of_reader(cls, incoming: int, outgoing: int) -> Self:
        """The end of the process that reads."""
        return cls(incoming, outgoing, packed, pickle.loads)

    def send(self, item: object) -> None:
        """Sends an object, whole, behind what was posted; waits while the pipe is full.

        Raises:
            PipeEnded: nobody reads any more.
        """
        with self._sending:
            left = memoryview(bytes(self._posted) + self._framed(item))
            self._posted.clear()
            try:
                while left:
                    left = left[os.write(self._outgoing, left) :]
            except OSError as err:
                raise PipeEnded from err

    def post(self, item: object) -> None:
        """Leaves an object to go with the next that is sent: whoever reads is woken once for both."""
        framed = self._framed(item)
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
            MessageRefused: what came is no message, or too large for one; nothing that follows can be read.
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
