"""Finds sounds that are there more than once, as copies or other versions, and helps to tidy up; never by itself."""
