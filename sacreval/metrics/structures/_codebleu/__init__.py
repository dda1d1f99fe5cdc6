"""The parts of CodeBLEU: keywords, syntax trees, and data flow by language."""
