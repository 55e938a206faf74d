"""The phases of a deal: each a small state machine or a pure function of the rules."""
