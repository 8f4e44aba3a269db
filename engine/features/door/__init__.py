"""The door for other programs: tools on one library, for assistants (MCP) and for scripts (JSON lines)."""
