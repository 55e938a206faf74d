"""One module per peer, run as a script on its own: random full deals through that peer's Python API."""
