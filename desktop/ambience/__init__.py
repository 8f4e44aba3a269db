"""Same background: stretches with the ambience of a selection, listened to and written at a wished length."""
