"""Runs the command line as ``python -m daykeep``."""

from daykeep.cli.main import main

if __name__ == "__main__":
    main()
