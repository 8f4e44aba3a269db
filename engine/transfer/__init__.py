"""Transfer profiles: files leave Earshot in the format, at the level and under the name that a project needs."""
