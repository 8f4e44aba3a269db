"""The left column: folders, places, collections and saved searches."""
