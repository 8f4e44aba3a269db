"""Markers on the waveform and in a tab of the inspector."""
