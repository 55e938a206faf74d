"""`python -m rebelote` is `rebelote`."""

from rebelote.cli import main

if __name__ == "__main__":
    main()
