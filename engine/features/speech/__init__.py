"""Finds spoken words, and units of sounds that resemble speech or repeat themselves; draws sketches from units."""
