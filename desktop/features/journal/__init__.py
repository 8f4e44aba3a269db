"""The export journal in the window: what left the library as files, to play, export again and credit."""
