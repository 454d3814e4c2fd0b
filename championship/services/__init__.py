"""Writes, one file a noun; each act is one transaction under the championship's lock, with its log line."""
