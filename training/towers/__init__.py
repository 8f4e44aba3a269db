"""The networks: the mel front end, the audio tower, the text tower, and the two together."""
