"""What the user entered, in the window: out into a file, and in from one after a look at what would change."""
