"""The door for other programs: tools over one library, for assistants (MCP) and for scripts (lines of JSON)."""
