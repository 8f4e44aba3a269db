"""Learning from the owner: sounds chosen for a search rise when similar words are searched again."""
