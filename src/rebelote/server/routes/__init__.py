"""The HTTP API, route by route (docs/api.md)."""
