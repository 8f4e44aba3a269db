"""Actions on rows of the results: load, sort, edit in place, open in an editor, remove; and their menu."""
