"""What turns sounds and words into vectors: model packs, their verification, and the ONNX sessions that run them."""
