"""Options: their types, texts, and registries of names."""
