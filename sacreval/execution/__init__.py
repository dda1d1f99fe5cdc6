"""Where work runs: serial, threads, processes."""
