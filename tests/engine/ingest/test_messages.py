"""What a job and a process that reads for it say to each other, over real pipes."""

import os
import threading
from collections.abc import Iterator

import numpy as np
import pytest

from engine.ingest.messages import MessagePipe, PipeEnded


@pytest.fixture
def pipe() -> Iterator[tuple[int, int]]:
    incoming, outgoing = os.pipe()
    yield incoming, outgoing
    for each in (incoming, outgoing):
        try:
            os.close(each)
        except OSError:
            continue  # the test has closed it


def test_messages_come_whole_and_in_order_however_the_pipe_cuts_them(pipe: tuple[int, int]) -> None:
    large = np.random.default_rng(1).standard_normal(300_000)  # 37 times what a pipe holds
    sent = ["one", None, large, b"", {"two": 2}, "three"]
    writer, reader = MessagePipe(-1, pipe[1]), MessagePipe(pipe[0], -1)
    thread = threading.Thread(target=lambda: [writer.send(each) for each in sent])
    thread.start()
    received = [reader.receive() for _ in sent]
    thread.join()
    assert np.array_equal(received.pop(2), sent.pop(2))
    assert received == sent


def test_what_is_posted_goes_before_what_is_sent_next(pipe: tuple[int, int]) -> None:
    writer, reader = MessagePipe(-1, pipe[1]), MessagePipe(pipe[0], -1)
    writer.post("a result")
    writer.post("another")
    os.set_blocking(pipe[0], False)
    with pytest.raises(PipeEnded):  # there is nothing yet
        reader.receive()
    writer.send("begun")
    assert [reader.receive() for _ in range(3)] == ["a result", "another", "begun"]


def test_what_came_before_the_end_is_received_and_a_message_cut_short_is_not(pipe: tuple[int, int]) -> None:
    writer, reader = MessagePipe(-1, pipe[1]), MessagePipe(pipe[0], -1)
    writer.send("begun")
    writer.send("came")
    os.write(pipe[1], b"\0" * 7 + b"\x40cut short")
    os.close(pipe[1])
    assert [reader.receive(), reader.receive()] == ["begun", "came"]
    for _ in range(2):
        with pytest.raises(PipeEnded):
            reader.receive()
