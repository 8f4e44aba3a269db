"""Bytes on disk to numbers and back: decoding, segments, peaks, measures, metadata, rendering."""
