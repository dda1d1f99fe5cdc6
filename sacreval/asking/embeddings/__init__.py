"""Models that run elsewhere: vectors and classes of texts from an HTTP server."""
