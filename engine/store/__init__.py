"""Data on disk: the SQLite catalogue, the append-only vector log, and the lock that admits one writer."""
