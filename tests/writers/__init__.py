"""Pairs of a format and a usual writer of it: what is read must be what was written."""
