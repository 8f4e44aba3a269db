"""What the errors of the engine say: a code for each sentence, with the values that fill it."""
