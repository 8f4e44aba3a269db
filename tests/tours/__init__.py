"""Tours: whole tasks done in the real window by keys alone, at a person's pace, and recorded."""
