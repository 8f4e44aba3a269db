"""Scripts that users install in their DAW: they take sounds from `earshot serve`."""
