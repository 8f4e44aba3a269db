"""The first second of a window: the rows of the last session, drawn before anything heavy is loaded."""
