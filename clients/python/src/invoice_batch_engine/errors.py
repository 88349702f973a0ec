"""The error that every failed call raises."""

from __future__ import annotations

from typing import Any, List, Optional


class EngineError(Exception):
    """A call failed.

    ``status`` is the HTTP status, or 0 without an answer. ``code`` is the engine's code of the error. For an error that this
    client finds it is ``connection``, ``unreadable``, ``unexpected``, ``too_large`` or ``not_in_time``. ``details`` lists the
    members of the request that the error concerns. ``retry_after`` is the pause in seconds that the engine requests.
    """

    def __init__(
        self,
        status: int,
        code: str,
        message: str,
        *,
        details: Optional[List[Any]] = None,
        request_id: Optional[str] = None,
        retry_after: Optional[float] = None,
    ) -> None:
        super().__init__(f"{code}: {message}")
        self.status = status
        self.code = code
        self.message = message
        self.details = details or []
        self.request_id = request_id
        self.retry_after = retry_after
