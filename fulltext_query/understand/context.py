"""On whose behalf a question is understood."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field

__all__ = ["RequestContext"]


class RequestContext(BaseModel):
    """Who asks: part of every cache's key, and of the span."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    tenant_id: str = Field("default", min_length=1, description="Whose question it is.")
    request_id: str = Field("", description="Names the request in logs and spans.")
    language: str = Field("", description="ISO 639 code of the question; '' guesses.")
