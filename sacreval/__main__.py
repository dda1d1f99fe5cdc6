"""`python -m sacreval`, and the `sacreval` command."""

import sys


def main() -> None:
    """Run the command line and end the process with its exit code."""
    try:
        from sacreval.cli.app import run

        sys.exit(run())
    except KeyboardInterrupt:  # while still importing
        sys.exit(130)


if __name__ == "__main__":
    main()
