"""The pick list: moments of several sounds, collected to be handed out together."""
