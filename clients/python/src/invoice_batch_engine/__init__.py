"""Client of the invoice batch engine. See the README of this package."""

from .engine import Engine
from .errors import EngineError

__all__ = ["Engine", "EngineError"]
