"""`earshot` from a shell: the parser, core commands, and what commands share."""
