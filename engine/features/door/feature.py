"""The record of the feature."""

from engine.base.feature import Feature, ShellCommand

FEATURE = Feature(
    commands=(
        ShellCommand("mcp", "let assistants search the library (Model Context Protocol on standard input and output)"),
        ShellCommand("ask", "ask a running `earshot serve`, for scripts that have no sockets"),
        ShellCommand("serve", "let scripts of this machine search the library (JSON lines on a local socket)"),
    ),
)
