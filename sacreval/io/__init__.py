"""Files in and out: compressed input, atomic output, hostile formats, progress, resources."""
