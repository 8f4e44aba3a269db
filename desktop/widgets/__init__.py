"""Small parts of pages, panels and dialogs: each draws or asks one thing, and knows of no feature."""
