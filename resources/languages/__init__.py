"""Names of sounds in languages other than English; NOTICE.md gives the sources of the words."""
