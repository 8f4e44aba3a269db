"""The doorkeeper of one library: which tools are offered, and one thread that owns the library and runs them."""

import sys
import traceback
from collections.abc import Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any, Self

from engine.base.cancellation import Cancel, StopRequested, never
from engine.base.errors import EngineError, QueryError
from engine.base.messages import record_of, told
from engine.features.door.arguments import checked_arguments
from engine.features.door.change_tools import CHANGING, EXPORTING
from engine.features.door.messages import DoorAdvice, DoorFault
from engine.features.door.permission import Permission
from engine.features.door.tools import READING, Effect, Tool, ToolContext
from engine.library.library import Library


class Doorkeeper:
    """Answers other programs' questions to one library, one at a time. Any thread may ask."""

    def __init__(self, folder: Path, permission: Permission, *, device: str = "cpu") -> None:
        """Raises:
        LibraryError: there is none, or it cannot be opened.
        """
        self.tools: tuple[Tool, ...] = (
            *READING,
            *(EXPORTING if permission.out is not None else ()),
            *(CHANGING if permission.changes else ()),
        )
        self._by_name = {tool.name: tool for tool in self.tools}
        self._out = permission.out
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="door")
        try:
            opening = self._thread.submit(Library.open, folder, device=device, read_only=not permission.changes)
            self._library = opening.result()
        except EngineError:
            self._thread.shutdown()
            raise
        self._thread.submit(self._library.warm_up)  # the first question reports any error

    def ask(self, name: str, given: Mapping[str, object], *, cancel: Cancel = never) -> dict[str, Any]:
        """Runs a tool and returns its answer.

        Raises:
            EngineError: there is no such tool, an argument is wrong, or the tool failed.
            StopRequested: it was cancelled, or the door was closed meanwhile.
        """
        return self.begin(name, given, cancel=cancel).result()

    def begin(
        self, name: str, given: Mapping[str, object], *, cancel: Cancel = never, left: Cancel = never
    ) -> "Future[dict[str, Any]]":
        """Queues a tool behind earlier requests.

        Args:
            name, given, cancel: as in `ask`.
            left: whether the caller has left; polled between steps. A tool that changes something runs anyway.

        Returns:
            A future of the answer or of the errors of `ask`.

        Raises:
            EngineError: there is no such tool, or an argument is wrong.
            StopRequested: the door was closed.
        """
        tool = self._by_name.get(name)
        if tool is None:
            known = any(one.name == name for one in (*EXPORTING, *CHANGING))
            advice = DoorAdvice.ALLOW_CHANGES if known else DoorAdvice.SEE_TOOLS
            raise QueryError(told(DoorFault.NOT_OFFERED if known else DoorFault.NO_SUCH_TOOL, name), advice=advice)
        arguments = checked_arguments(tool.arguments, given)
        ends = (lambda: cancel() or left()) if tool.effect is Effect.NONE else cancel
        try:
            return self._thread.submit(self._run, tool, arguments, ends)
        except RuntimeError as err:  # the door was closed
            raise StopRequested from err

    def _run(self, tool: Tool, arguments: Mapping[str, Any], cancel: Cancel) -> dict[str, Any]:
        if cancel():
            raise StopRequested
        self._library.catch_up()
        return tool.run(ToolContext(self._library, self._out, cancel), arguments)

    def close(self) -> None:
        """Closes the library after the current question."""
        self._thread.submit(self._library.close)
        self._thread.shutdown()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def error_record(err: Exception, tool: str = "") -> dict[str, Any]:
    """Describes an error for another program: in English, and as values with its code.

    Prints an unforeseen error with its traceback to standard error; the door stays open.
    """
    if not isinstance(err, EngineError):
        traceback.print_exception(err, file=sys.stderr)
        text = f"{type(err).__name__}: {err}"
        err = QueryError(told(DoorFault.TOOL_BROKE, tool, text), advice=DoorAdvice.TELL_MAKERS)
    said = {"what": record_of(err.what), "to_do": record_of(err.to_do)}
    return {"message": str(err), "advice": err.advice, **said}
