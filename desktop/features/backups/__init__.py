"""Makes backups while the window is open, lists and restores them."""
