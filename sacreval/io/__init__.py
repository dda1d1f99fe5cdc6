"""Input and output: compressed input, atomic output, untrusted formats, progress, resources."""
