"""Help, Copy diagnostics: what a report of a fault needs, without names unless wanted."""
