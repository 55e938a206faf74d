"""The page in a real browser, against the real server. A run of its own: `pytest tests/browser`."""
