"""Hearing a sound: the audio output, the player that feeds it, and the waveform one clicks in."""
