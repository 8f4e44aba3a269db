"""The truth on disk: the SQLite catalogue, the append-only vector log, and the lock that keeps them to one writer."""
