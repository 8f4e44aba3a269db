"""`earshot-train` from a shell."""
