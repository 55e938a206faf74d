"""The server: tables in memory over an append-only log, HTTP and WebSocket (docs/api.md)."""
