"""What leaves the library in the window: lists as tables and playlists, and copies in a folder of a project."""
