"""Shared libraries: a local copy joined to a PostgreSQL server, with edits synced both ways."""
