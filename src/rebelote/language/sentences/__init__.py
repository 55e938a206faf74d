"""Sentences in French or English: what a player says, what happened, why something was refused."""

from rebelote.language.sentences.happened import Description, around_name, describe, describe_to_all
from rebelote.language.sentences.refused import explain, words_of
from rebelote.language.sentences.spoken import card_name, contred_word, say

__all__ = [
    "Description",
    "around_name",
    "card_name",
    "contred_word",
    "describe",
    "describe_to_all",
    "explain",
    "say",
    "words_of",
]
