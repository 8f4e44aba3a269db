"""A journal of what was exported: when, from which sound, which part, by which profile and for which cue."""
