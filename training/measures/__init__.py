"""Building blocks of measurements: hits, precisions, resampling and distances; no input or output."""
