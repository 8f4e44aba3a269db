"""What the user keeps about sounds: marks beside the details, collections in the left column."""
