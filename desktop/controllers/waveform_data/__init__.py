"""Data for the large waveform, read from files, and its commands."""
