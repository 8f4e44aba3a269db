"""Model packs in the window: lists, installs, verifies and switches them."""
