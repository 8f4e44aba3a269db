"""Small parts of pages, panels and dialogs, independent of features."""
