"""Speaks the Model Context Protocol on standard input and output, by its own SDK: `earshot mcp`.

The SDK is an extra. Of it only the server over standard streams is used, which opens no port and asks nobody: its HTTP
transports, clients and sign-in stay unused. tests/privacy/test_door.py watches that.
"""

import json
import os
import sys
import threading
from importlib import metadata
from typing import TYPE_CHECKING, Any, TextIO

from engine.door.arguments import object_schema
from engine.door.keeper import Doorkeeper, error_record
from engine.door.tools import Effect, Tool
from engine.error_wording.door import DoorAdvice, DoorFault
from engine.errors import EngineError
from engine.stopping import StopRequested

if TYPE_CHECKING:
    from mcp import types

_ABOUT = (
    "Earshot finds sounds on this machine by how they sound. Ask search for one kind of sound at a time, in plain"
    " English words; ask spot for a whole scene. Every hit names the moment that answers best; give its path or uri on"
    " to describe, moments, similar and export_moment. Weak hits are only the nearest there is."
)


def check_sdk() -> None:
    """Looks whether the SDK is there.

    Raises:
        EngineError: it is not.
    """
    try:
        import mcp.server.lowlevel  # noqa: F401
    except ImportError as err:
        raise EngineError(DoorFault.NO_MCP, advice=DoorAdvice.INSTALL_MCP) from err


def speak(keeper: Doorkeeper) -> None:
    """Answers until the client closes standard input."""
    import anyio

    anyio.run(_speak, keeper)


async def _speak(keeper: Doorkeeper) -> None:
    import anyio
    from mcp import types
    from mcp.server.lowlevel import Server
    from mcp.server.stdio import stdio_server

    server: Server[Any, Any] = Server("earshot", version=metadata.version("earshot"), instructions=_ABOUT)

    @server.list_tools()  # type: ignore[no-untyped-call, misc, untyped-decorator, unused-ignore]
    async def list_tools() -> list[types.Tool]:
        return [_tool(tool) for tool in keeper.tools]

    # The door checks arguments itself, so that an assistant and a script are told the same.
    @server.call_tool(validate_input=False)  # type: ignore[no-untyped-call, misc, untyped-decorator, unused-ignore]
    async def call_tool(name: str, arguments: dict[str, Any]) -> types.CallToolResult:
        return await _called(keeper, name, arguments)

    with _own_stream(sys.stdin, "r") as given, _own_stream(sys.stdout, "w") as told:
        async with stdio_server(anyio.wrap_file(given), anyio.wrap_file(told)) as (incoming, outgoing):
            await server.run(incoming, outgoing, server.create_initialization_options())


def _own_stream(stream: TextIO, mode: str) -> TextIO:
    """A standard stream once more, for the protocol to close: the SDK closes what it speaks on, and then nobody could
    use the process's own."""
    return os.fdopen(os.dup(stream.fileno()), mode, encoding="utf-8", errors="replace", newline="\n")  # type: ignore[return-value]


async def _called(keeper: Doorkeeper, name: str, arguments: dict[str, Any]) -> "types.CallToolResult":
    """Runs a tool beside the protocol, which goes on; a client that cancels ends it between two steps."""
    import anyio.to_thread
    from mcp import types

    left = threading.Event()

    def ask() -> dict[str, Any]:
        return keeper.ask(name, arguments, cancel=left.is_set)

    is_error = False
    try:
        record = await anyio.to_thread.run_sync(ask, abandon_on_cancel=True)
    except StopRequested:
        record = {}
    except Exception as err:  # whatever it is, the client is told and may go on
        record, is_error = {"error": error_record(err, name)}, True
    finally:
        left.set()
    text = types.TextContent(type="text", text=json.dumps(record, ensure_ascii=False))
    return types.CallToolResult(content=[text], structuredContent=record, isError=is_error)


def _tool(tool: Tool) -> "types.Tool":
    from mcp import types

    hints = types.ToolAnnotations(
        readOnlyHint=tool.effect is Effect.NONE,
        destructiveHint=False,
        idempotentHint=True,
        openWorldHint=False,
    )
    schema = object_schema(tool.arguments)
    return types.Tool(name=tool.name, description=tool.about, inputSchema=schema, annotations=hints)
