"""Tokens to weights: IDF, entity and part of speech."""

from .idf import idf
from .weigher import Weigher, WordWeight

__all__ = ["Weigher", "WordWeight", "idf"]
