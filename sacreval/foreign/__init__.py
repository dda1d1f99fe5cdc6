"""Plain values out of foreign files, for readers and recipes alike."""
