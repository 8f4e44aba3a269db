"""The left column's rows: lists as high as they are, names that can be edited, counts, and where one is."""
