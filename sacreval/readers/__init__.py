"""One file format a file; the file's name is the reader's."""
