"""Verifies that a webhook comes from the engine (Standard Webhooks: HMAC-SHA256)."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import time
from typing import Any, Dict, Iterable, Mapping, Union

PREFIX = "whsec_"
SIGNATURE = "v1,"
# The longest difference in seconds between the time of a message and the clock.
TOLERANCE = 300


class WebhookFault(Exception):
    """The engine did not sign a message, or signed it more than five minutes ago."""


def verify_webhook(secrets: Union[str, Iterable[str]], headers: Mapping[str, str], body: bytes) -> Dict[str, Any]:
    """Verifies the signature of a message and returns its event. Raises WebhookFault.

    ``secrets``: the secret of the endpoint (``whsec_…``), or several while it is being replaced. ``headers``: those of the
    request, in any case. ``body``: the bytes as they were received, before they are parsed.
    """
    given = {name.lower(): value for name, value in headers.items()}
    message_id, timestamp, signatures = (given.get(f"webhook-{name}", "") for name in ("id", "timestamp", "signature"))
    if not message_id or not timestamp or not signatures:
        raise WebhookFault("The request is not a signed webhook")
    is_number = timestamp.isascii() and timestamp.isdigit() and len(timestamp) <= 12
    if not is_number or abs(time.time() - int(timestamp)) > TOLERANCE:
        raise WebhookFault("The message was signed more than five minutes ago, or a clock is wrong")
    signed = f"{message_id}.{timestamp}.".encode() + body
    for secret in [secrets] if isinstance(secrets, str) else secrets:
        mac = base64.b64encode(hmac.new(_read_key(secret), signed, hashlib.sha256).digest())
        for signature in signatures.split(" "):
            if hmac.compare_digest(signature.encode(), SIGNATURE.encode() + mac):
                event: Dict[str, Any] = json.loads(body)
                return event
    raise WebhookFault("No signature of the message matches the secret of the endpoint")


def _read_key(secret: str) -> bytes:
    try:
        key = base64.b64decode(secret[len(PREFIX) :], validate=True) if secret.startswith(PREFIX) else b""
    except binascii.Error:
        key = b""
    if not key:
        raise ValueError("The secret of a webhook endpoint begins with whsec_ and continues in base64")
    return key
