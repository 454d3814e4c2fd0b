"""Reads, one file a noun; nothing here writes."""
