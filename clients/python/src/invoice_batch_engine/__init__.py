"""Client of the invoice batch engine. See the README of this package."""

from .engine import Engine
from .errors import EngineError
from .webhooks import WebhookFault, verify_webhook

__all__ = ["Engine", "EngineError", "WebhookFault", "verify_webhook"]
