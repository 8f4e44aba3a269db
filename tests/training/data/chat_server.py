"""A chat endpoint on this machine that speaks the real protocol, and misbehaves on demand."""

import json
import re
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

GOOD = "good"
"""Behaviours: "good", "429", "500", "401", "broken" (ends in the middle), "html", "garbage", "empty", "cut", or a text
to reply."""


def variants_of(caption: str) -> str:
    """A reply that keeps to the rules."""
    return "\n".join(f"{index}. Something makes a noise like {caption} in way {index}." for index in range(1, 6))


@dataclass
class ChatServer:
    """What it was asked, and how it is to behave."""

    behave: Callable[[str, int], str] = lambda caption, attempt: GOOD
    """Caption and how often it was asked before, to behaviour."""
    asked: list[str] = field(default_factory=list)
    """Captions in the order they came."""
    requests: list[dict[str, Any]] = field(default_factory=list)
    keys: set[str] = field(default_factory=set)
    most_at_once: int = 0
    url: str = ""
    _now: int = 0
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def enter(self, request: dict[str, Any], key: str) -> tuple[str, int]:
        caption = re.findall(r"^'(.*)'$", request["messages"][-1]["content"], re.MULTILINE)[-1]
        with self._lock:
            attempt = Counter(self.asked)[caption]
            self.asked.append(caption)
            self.requests.append(request)
            self.keys.add(key)
            self._now += 1
            self.most_at_once = max(self.most_at_once, self._now)
        return caption, attempt

    def leave(self) -> None:
        with self._lock:
            self._now -= 1


@contextmanager
def chat_server(behave: Callable[[str, int], str] | None = None) -> Iterator[ChatServer]:
    """Serves until the block ends."""
    state = ChatServer(behave) if behave else ChatServer()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            assert self.path == "/v1/chat/completions"
            request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            caption, attempt = state.enter(request, self.headers["Authorization"])
            try:
                self._answer(caption, state.behave(caption, attempt), request["model"])
            finally:
                state.leave()

        def _answer(self, caption: str, behaviour: str, model: str) -> None:
            if behaviour in ("429", "500", "401"):
                error = {"error": {"message": f"stub says {behaviour}", "type": "stub", "code": None}}
                self._send(int(behaviour), json.dumps(error).encode())
            elif behaviour == "broken":
                whole = self._completion(variants_of(caption), model)
                self._send(200, whole[: len(whole) // 2], announced=len(whole))
            elif behaviour == "html":
                self._send(200, b"<html>not JSON", kind="text/html")
            elif behaviour == "garbage":
                self._send(200, b'{"id": ')
            elif behaviour == "empty":
                self._send(200, json.dumps({"id": "1", "object": "chat.completion", "choices": []}).encode())
            elif behaviour == "cut":
                self._send(200, self._completion(variants_of(caption), model, finish="length"))
            else:
                text = variants_of(caption) if behaviour == GOOD else behaviour
                self._send(200, self._completion(text, model))

        def _completion(self, text: str, model: str, finish: str = "stop") -> bytes:
            message = {"role": "assistant", "content": text}
            return json.dumps(
                {
                    "id": "chatcmpl-1",
                    "object": "chat.completion",
                    "created": 1,
                    "model": model,
                    "choices": [{"index": 0, "message": message, "finish_reason": finish}],
                    "usage": {"prompt_tokens": 100, "completion_tokens": 50, "total_tokens": 150},
                }
            ).encode()

        def _send(self, status: int, body: bytes, kind: str = "application/json", announced: int = 0) -> None:
            self.send_response(status)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(announced or len(body)))
            self.send_header("Connection", "close")
            if status != 200 or announced:
                self.send_header("Retry-After-Ms", "1")
            self.end_headers()
            with suppress(BrokenPipeError):  # whoever asked has been killed
                self.wfile.write(body)
            self.close_connection = True

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    state.url = f"http://127.0.0.1:{server.server_address[1]}/v1"
    try:
        yield state
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
