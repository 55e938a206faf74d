"""rebelote: belote and its family, played exactly."""

from rebelote.match import Match

__all__ = ["Match"]
