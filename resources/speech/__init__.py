"""The speech detector's weights, for `engine.features.speech.detector`."""
