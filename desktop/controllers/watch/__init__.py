"""Watches the library's folders while the window is open, and indexes changes."""
