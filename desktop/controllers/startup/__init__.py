"""The first second of a window: shows rows of the last session before anything heavy is loaded."""
