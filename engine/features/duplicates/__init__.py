"""Finds sounds that exist more than once, as copies or versions, and helps to remove them; never by itself."""
