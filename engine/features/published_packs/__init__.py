"""Packs made on this machine of published ONNX exports: fetched on request, checked, with a front end of ours."""
