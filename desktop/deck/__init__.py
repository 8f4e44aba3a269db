"""Playing sounds: the audio output, the player that feeds it, and the waveform."""
