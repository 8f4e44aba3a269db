"""Earshot in the system's tray."""
