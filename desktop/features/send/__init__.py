"""Send to… in the window: puts the selected sounds at a place in a project."""
