"""`python -m sacreval`, and the `sacreval` command."""

import gc
import sys

# Imports make many objects and hardly a cycle: looking for cycles as often as Python does by
# default takes a tenth of the time of a short run.
GC_THRESHOLD = 50_000


def main() -> None:
    """Run the command line and end the process with its exit code."""
    gc.set_threshold(GC_THRESHOLD)
    try:
        from sacreval.cli.app import run

        sys.exit(run())
    except KeyboardInterrupt:  # while still importing
        sys.exit(130)


if __name__ == "__main__":
    main()
