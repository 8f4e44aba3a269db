"""One client of the door: what it has sent, what it is still to be sent, and how long it has kept the door waiting."""

import socket
import threading

from engine.error_wording.door import DoorFault

LONGEST_LINE = 1 << 20
"""Bytes of a request."""
TOKEN_LINE = 1 << 12
"""Bytes of a first line with the token."""
WAIT_S = 5.0
"""How long a client may take to send its token, to ask its first question, or to end a line that it began."""
READ_S = 30.0
"""How long one may leave its answer unread."""
_PART = 1 << 16
_LINGER_S = 1.0
"""How long what a refused client still sends is thrown away: closed on it, some systems would drop the refusal."""


class Client:
    """A connection that never blocks. The server's thread only, but for `gone`."""

    def __init__(self, connection: socket.socket, now_s: float, *, is_let_in: bool) -> None:
        """Args: `is_let_in` is False where the first line must have the token."""
        connection.setblocking(False)
        self.connection = connection
        self.is_let_in = is_let_in
        self.has_asked = False
        """It has asked something."""
        self.is_waiting = False
        """A question of its is being answered."""
        self.gone = threading.Event()
        """It has left: nobody wants the answer. Any thread may look."""
        self.heard_s = now_s
        """When it last ended a line, or was answered; when it came, before that."""
        self._begun_s: float | None = None
        self._moved_s = now_s
        self._close_s: float | None = None
        self._incoming, self._outgoing = bytearray(), bytearray()
        self._has_ended = self._is_refused = False

    @property
    def is_idle(self) -> bool:
        """Whether nothing is being done for it."""
        return not self.is_waiting and not self._outgoing

    @property
    def wants_read(self) -> bool:
        """Whether it may send more."""
        return not self._has_ended and (self._is_refused or len(self._incoming) <= LONGEST_LINE)

    @property
    def wants_write(self) -> bool:
        """Whether it is to be sent something."""
        return bool(self._outgoing)

    @property
    def is_done(self) -> bool:
        """Whether it has sent its last line and was answered."""
        return self._has_ended and self.is_idle and not self._incoming

    def read(self, now_s: float) -> None:
        """Takes what it sent.

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
        """The next line that is not empty; None where it has not come yet, or another is being answered. One that is
        too long comes cut."""
        if self._is_refused or not self.is_idle:
            return None
        self._incoming = self._incoming.lstrip(b"\r\n")  # empty lines, all at once
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
        """Sends it something, as fast as it reads."""
        if not self._outgoing:
            self._moved_s = now_s
        self._outgoing += data

    def refuse(self, data: bytes, now_s: float) -> None:
        """Sends it a last line, and hears nothing more."""
        self.tell(data, now_s)
        self._is_refused = True
        self._incoming.clear()

    def write(self, now_s: float) -> None:
        """Sends what it can take now.

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
        """Asks one that sends no more whether it still waits for its answer: it may have left, or only ended its input.

        A space before an answer is none to JSON, and is refused where nobody listens.

        Raises:
            OSError: it has gone.
        """
        if self._has_ended and self.is_waiting and not self._outgoing:
            try:
                self.connection.send(b" ")
            except (BlockingIOError, InterruptedError):
                return

    def fault(self, now_s: float) -> DoorFault | None:
        """What it has kept the door waiting with for too long."""
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
        """Whether it is to be closed: it has had what it gets, or does not read."""
        if self._close_s is not None:
            return self._has_ended or now_s > self._close_s
        return self.is_done or (bool(self._outgoing) and now_s - self._moved_s > READ_S)

    def close(self) -> None:
        """Ends the connection, and what is done for it."""
        self.gone.set()
        self.connection.close()
