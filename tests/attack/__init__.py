"""What an attacker may try, against a real server process on this machine alone."""
