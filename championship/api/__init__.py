"""The HTTP API: reading is public and cheap, a report needs a pass."""
