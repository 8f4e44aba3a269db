"""One client of the door: what it sent, what it is still to receive, and how long it has kept the door waiting."""

import socket
import threading

from engine.features.door.messages import DoorFault

LONGEST_LINE = 1 << 20
"""Bytes of a request."""
TOKEN_LINE = 1 << 12
"""Bytes of a first line with the token."""
WAIT_S = 5.0
"""Time to send the token, to ask a first question, or to end a line."""
READ_S = 30.0
"""Time to read an answer."""
_PART = 1 << 16
_LINGER_S = 1.0
"""Time to discard what a refused client still sends: closing at once would lose the refusal on some systems."""


class Client:
    """A connection that never blocks. The server's thread only, except `gone`."""

    def __init__(self, connection: socket.socket, now_s: float, *, is_let_in: bool) -> None:
        """Args: `is_let_in` is False if the first line must have the token."""
        connection.setblocking(False)
        self.connection = connection
        self.is_let_in = is_let_in
        self.has_asked = False
        self.is_waiting = False
        """Whether its question is being answered."""
        self.gone = threading.Event()
        """Set when it has left and nobody wants the answer. Any thread may look."""
        self.heard_s = now_s
        """When it last ended a line or was answered; before that, when it connected."""
        self._begun_s: float | None = None
        self._moved_s = now_s
        self._close_s: float | None = None
        self._incoming, self._outgoing = bytearray(), bytearray()
        self._has_ended = self._is_refused = False

    @property
    def is_idle(self) -> bool:
        return not self.is_waiting and not self._outgoing

    @property
    def wants_read(self) -> bool:
        return not self._has_ended and (self._is_refused or len(self._incoming) <= LONGEST_LINE)

    @property
    def wants_write(self) -> bool:
        return bool(self._outgoing)

    @property
    def is_done(self) -> bool:
        """Whether it ended its input and received every answer."""
        return self._has_ended and self.is_idle and not self._incoming

    def read(self, now_s: float) -> None:
        """Receives what it sent.

        Raises:
            OSError: it has gone.
        """
        try:
            part = self.connection.recv(_PART)
        except (BlockingIOError, InterruptedError):
            return
        if not part:
            self._has_ended = True
        elif not self._is_refused:
            if self._begun_s is None:
                self._begun_s = now_s
            self._incoming += part

    def line(self, now_s: float) -> bytes | None:
        """Returns the next non-empty line, cut if too long; None if it is incomplete or an answer is pending."""
        if self._is_refused or not self.is_idle:
            return None
        self._incoming = self._incoming.lstrip(b"\r\n")  # all empty lines at once
        if not self._incoming:
            self._begun_s = None
            return None
        longest = LONGEST_LINE if self.is_let_in else TOKEN_LINE
        end = self._incoming.find(b"\n", 0, longest + 1) + 1
        if not end and len(self._incoming) <= longest and not self._has_ended:
            return None
        end = end or longest + 1
        line = bytes(self._incoming[:end])
        del self._incoming[:end]
        self.heard_s, self._begun_s = now_s, now_s if self._incoming else None
        return line

    def tell(self, data: bytes, now_s: float) -> None:
        """Queues data, sent as fast as the client reads."""
        if not self._outgoing:
            self._moved_s = now_s
        self._outgoing += data

    def refuse(self, data: bytes, now_s: float) -> None:
        """Queues a last line and ignores further input."""
        self.tell(data, now_s)
        self._is_refused = True
        self._incoming.clear()

    def write(self, now_s: float) -> None:
        """Sends as much as the socket takes now.

        Raises:
            OSError: it has gone.
        """
        try:
            sent = self.connection.send(self._outgoing[:_PART])
        except (BlockingIOError, InterruptedError):
            return
        del self._outgoing[:sent]
        self._moved_s = self.heard_s = now_s
        if self._begun_s is not None:
            self._begun_s = now_s
        if not self._outgoing and self._is_refused:
            self.connection.shutdown(socket.SHUT_WR)
            self._close_s = now_s + _LINGER_S

    def check(self, now_s: float) -> None:
        """Probes a client that ended its input and waits for an answer: it may have left.

        Sends a space, which JSON ignores before an answer and which fails if nobody listens.

        Raises:
            OSError: it has gone.
        """
        if self._has_ended and self.is_waiting and not self._outgoing:
            try:
                self.connection.send(b" ")
            except (BlockingIOError, InterruptedError):
                return

    def fault(self, now_s: float) -> DoorFault | None:
        """What it has delayed for too long, or None."""
        if self._is_refused or self.is_waiting or self._outgoing:
            return None
        if not self.is_let_in and now_s - self.heard_s > WAIT_S:
            return DoorFault.TOKEN_LATE
        if self._begun_s is not None and now_s - self._begun_s > WAIT_S:
            return DoorFault.LINE_UNFINISHED
        if not self.has_asked and now_s - self.heard_s > WAIT_S:
            return DoorFault.NOTHING_ASKED
        return None

    def is_over(self, now_s: float) -> bool:
        """Whether to close it: it has everything, or does not read."""
        if self._close_s is not None:
            return self._has_ended or now_s > self._close_s
        return self.is_done or (bool(self._outgoing) and now_s - self._moved_s > READ_S)

    def close(self) -> None:
        """Closes the connection and cancels its work."""
        self.gone.set()
        self.connection.close()
