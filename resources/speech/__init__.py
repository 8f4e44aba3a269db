"""What finds speech in sounds: the numbers of `engine.speech.detector`."""
