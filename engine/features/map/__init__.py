"""The map: every sound of a library as a point in the plane, near similar sounds."""
