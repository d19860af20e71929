"""Packages that not every machine has: a test without one is skipped, but never in CI."""

from __future__ import annotations

import os
from importlib import import_module
from typing import Any

import pytest

__all__ = ["need"]


def need(name: str) -> Any:
    """The module; the test, or the module of tests, is skipped where it is not installed.

    Where the environment variable CI is set and not empty it is an error: the extra ``test``
    installs every package that is asked for, and nothing is to go untested there in silence.
    """
    if os.environ.get("CI"):
        return import_module(name)
    return pytest.importorskip(name)
