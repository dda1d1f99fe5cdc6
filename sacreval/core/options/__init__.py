"""Options: their types, texts, registries of names, and old names."""
