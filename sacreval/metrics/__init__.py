"""One metric a file; the file's name is the metric's."""
