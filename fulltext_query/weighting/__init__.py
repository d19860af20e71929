"""Tokens to weights: IDF, entity and part of speech."""

from .idf import idf
from .weigher import Weighed, Weigher, WordWeight

__all__ = ["Weighed", "Weigher", "WordWeight", "idf"]
