"""One HTTP exchange with the engine, and the session that authenticates it."""

from __future__ import annotations

import http.client
import json
import platform
import threading
import time
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime
from typing import Any, BinaryIO, Dict, Mapping, NamedTuple, Optional
from urllib.parse import urlsplit

from .errors import EngineError
from .version import VERSION

# A larger answer in memory is refused, so that a wrong address cannot fill it.
MAX_BYTES = 128 * 1024 * 1024
# An answer that is written to a file is read in pieces of this many bytes.
PIECE_BYTES = 64 * 1024
NO_CONTENT = 204
# What requests say of this client (RFC 9110, 10.1.5).
USER_AGENT = f"invoice-batch-engine-client/{VERSION} (Python {platform.python_version()})"
# A session is renewed this many seconds before its end, or after nine tenths of its life if that is later.
RENEWAL_MARGIN = 300.0


class Answer(NamedTuple):
    status: int
    headers: Mapping[str, str]
    body: bytes

    def json(self) -> Any:
        """Parses the body. Raises EngineError ``unreadable`` if it is not JSON: something else than the engine answered."""
        try:
            return json.loads(self.body)
        except ValueError:
            message = "The answer is not JSON. Check the address of the engine"
            raise EngineError(self.status, "unreadable", message) from None


class Transport:
    """Sends requests with the token of a session that threads share. Connections are not kept."""

    def __init__(self, url: str, api_key: str, silence: float) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or parts.hostname is None:
            raise ValueError(f"url must begin with http:// or https:// and name a host: {url!r}")
        self._is_secure = parts.scheme == "https"
        self._host = parts.hostname
        self._port = parts.port
        self._root = parts.path.rstrip("/") + "/api/v2"
        self._api_key = api_key
        self._silence = silence
        self._lock = threading.Lock()
        self._token: Optional[str] = None
        self._renew_at = 0.0

    def send(
        self,
        method: str,
        path: str,
        body: Optional[bytes] = None,
        headers: Optional[Dict[str, str]] = None,
        into: Optional[BinaryIO] = None,
    ) -> Answer:
        """Sends an authenticated request. Opens a new session once if the token is refused. Raises EngineError.

        ``into``: the file that a successful answer is written to; the body of the Answer is then empty.
        """
        token = self._take_token()
        try:
            return self._exchange(method, path, body, {**(headers or {}), "Authorization": f"Bearer {token}"}, into)
        except EngineError as error:
            if error.status != 401:
                raise
        self._drop(token)
        return self._exchange(method, path, body, {**(headers or {}), "Authorization": f"Bearer {self._take_token()}"}, into)

    def close(self) -> None:
        """Ends the session. Later calls open another one."""
        with self._lock:
            token, self._token = self._token, None
        if token is not None:
            try:
                self._exchange("DELETE", "/auth/sessions", None, {"Authorization": f"Bearer {token}"})
            except EngineError:
                pass  # The session ends by itself.

    def _take_token(self) -> str:
        with self._lock:
            token = self._token
            if token is None or time.monotonic() >= self._renew_at:
                body = json.dumps({"api_key": self._api_key}).encode()
                answer = self._exchange("POST", "/auth/sessions", body, {"Content-Type": "application/json"})
                session = answer.json()
                token = str(session["session_token"])
                self._token = token
                self._renew_at = time.monotonic() + _life_of(session.get("expires_at"), answer.headers.get("date"))
            return token

    def _drop(self, token: str) -> None:
        with self._lock:
            if self._token == token:
                self._token = None

    def _exchange(
        self, method: str, path: str, body: Optional[bytes], headers: Dict[str, str], into: Optional[BinaryIO] = None
    ) -> Answer:
        kind = http.client.HTTPSConnection if self._is_secure else http.client.HTTPConnection
        connection = kind(self._host, self._port, timeout=self._silence)
        try:
            own = {"Accept": "application/json", "User-Agent": USER_AGENT}
            connection.request(method, self._root + path, body, {**own, **headers})
            reply = connection.getresponse()
            length = reply.length or 0
            if into is not None and reply.status < 300:
                content = b""
                received = _write(reply, into)
                is_complete = received >= length
            else:
                content = reply.read(MAX_BYTES + 1)
                received = len(content)
                is_complete = received >= min(length, MAX_BYTES + 1)
            # A connection that breaks among the headers looks like their end: the answer has neither a length nor a body.
            if reply.status < 300 and reply.status != NO_CONTENT and received == 0 and reply.length is None:
                is_complete = bool(reply.chunked)
            if not is_complete:
                raise EngineError(0, "connection", "The answer ended before it was complete")
        except (OSError, http.client.HTTPException) as error:
            raise EngineError(0, "connection", f"{method} {path}: {error or type(error).__name__}") from error
        finally:
            connection.close()
        if len(content) > MAX_BYTES:
            raise EngineError(reply.status, "too_large", f"The answer is larger than {MAX_BYTES} bytes")
        answer = Answer(reply.status, {name.lower(): value for name, value in reply.getheaders()}, content)
        if reply.status >= 300:
            raise _read_error(answer)
        return answer


def _write(reply: http.client.HTTPResponse, into: BinaryIO) -> int:
    """Writes an answer to the beginning of a file. Returns its length in bytes."""
    into.seek(0)
    into.truncate()
    received = 0
    while piece := reply.read(PIECE_BYTES):
        received += into.write(piece)
    return received


def _read_error(answer: Answer) -> EngineError:
    seconds = _read_seconds(answer.headers.get("retry-after"))
    request_id = answer.headers.get("x-request-id")
    try:
        error = json.loads(answer.body)["error"]
        return EngineError(
            answer.status,
            error["code"],
            error["message"],
            details=error.get("details"),
            request_id=error.get("request_id", request_id),
            retry_after=seconds,
        )
    except (ValueError, KeyError, TypeError):
        message = f"The answer with status {answer.status} is not the engine's"
        return EngineError(answer.status, "unexpected", message, request_id=request_id, retry_after=seconds)


def _read_seconds(retry_after: Optional[str]) -> Optional[float]:
    """Reads ``Retry-After``: seconds, or a time (RFC 9110, 10.2.3), which proxies may send."""
    if retry_after is None:
        return None
    if retry_after.isdigit():
        return float(retry_after)
    try:
        return max((parsedate_to_datetime(retry_after) - datetime.now(timezone.utc)).total_seconds(), 0.0)
    except (TypeError, ValueError):
        return None


def _life_of(expires_at: Optional[str], date: Optional[str]) -> float:
    """Returns the seconds until a session is renewed. Both times come from the engine's clock, which may differ from ours."""
    try:
        end = datetime.fromisoformat(str(expires_at).replace("Z", "+00:00"))
        begin = parsedate_to_datetime(date) if date else datetime.now(timezone.utc)
        life = (end - begin).total_seconds()
    except (TypeError, ValueError):
        return float("inf")  # The engine answers 401 when the session has ended.
    return max(life - min(RENEWAL_MARGIN, life * 0.1), 0.0)
