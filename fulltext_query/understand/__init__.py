"""From a raw question to everything that retrieval needs."""

from .context import RequestContext
from .understood import UnderstoodQuery

__all__ = ["RequestContext", "UnderstoodQuery"]
