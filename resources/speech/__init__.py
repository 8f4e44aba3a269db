"""The speech detector's weights, for `engine.speech.detector`."""
