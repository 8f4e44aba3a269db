"""Lists of words: English ones, and what sounds are called."""
