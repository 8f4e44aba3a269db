"""Puts sounds at their places in projects: files by a transfer profile, in a timeline, a project or a session."""
