"""Many people on one library: a local copy joined to a PostgreSQL server, edits carried both ways."""
