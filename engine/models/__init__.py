"""Model packs, which turn sounds and words into vectors: verification, and the ONNX sessions that run them."""
