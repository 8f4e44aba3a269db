"""The networks: mel front ends, audio towers, text towers, and the dual encoder."""
