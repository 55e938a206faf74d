"""Luck that anybody can check afterwards, and that no server can choose (docs/api.md, «Luck can be checked»).

The server hashes a secret 4,096 times and publishes the end of that chain; every person publishes the hash of
a seed. Then the seeds are revealed. All that is left to luck follows from links of the chain and the seeds.
"""

from rebelote.fairness.chain import LINKS, SECRET_BYTES, Chain, commitment, hash_times, link
from rebelote.fairness.document import (
    CLIENT_SEED_BYTES,
    Contribution,
    FairDeal,
    Fairness,
    Opening,
    commit,
    read_fairness,
    terms,
)
from rebelote.fairness.luck import SCHEME, FairChance, Terms
from rebelote.fairness.verification import (
    DEAL_CHECKS,
    MATCH_CHECKS,
    DealChecks,
    Verdict,
    Witness,
    verify,
)

__all__ = [
    "CLIENT_SEED_BYTES",
    "DEAL_CHECKS",
    "LINKS",
    "MATCH_CHECKS",
    "SCHEME",
    "SECRET_BYTES",
    "Chain",
    "Contribution",
    "DealChecks",
    "FairChance",
    "FairDeal",
    "Fairness",
    "Opening",
    "Terms",
    "Verdict",
    "Witness",
    "commit",
    "commitment",
    "hash_times",
    "link",
    "read_fairness",
    "terms",
    "verify",
]
