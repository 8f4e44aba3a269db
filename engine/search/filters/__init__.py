"""The filters, one record each: what users type, the catalogue's conditions, the chip's words and the panel."""
