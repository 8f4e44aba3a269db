"""Transfer profiles: what leaves Earshot, in the format, at the level and under the name that a project works with."""
