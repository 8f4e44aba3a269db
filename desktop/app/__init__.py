"""Starting the window, joining its parts, and ending them in order."""
