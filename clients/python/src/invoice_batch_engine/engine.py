"""The calls of the client."""

from __future__ import annotations

import json
import os
import tempfile
import time
import uuid
import zipfile
from decimal import Decimal
from typing import TYPE_CHECKING, Any, BinaryIO, Callable, Dict, Iterable, Iterator, List, Literal, Optional, Sequence, Tuple, Union, cast, overload
from urllib.parse import quote, urlencode

from .errors import EngineError
from .retry import with_retries
from .transport import Answer, Transport

if TYPE_CHECKING:
    from .types import (
        Access,
        BatchSummary,
        ChangedWebhookEndpoint,
        ChangeWebhookEndpointBody,
        CreateBatchAnswer,
        CreatedWebhookEndpoint,
        CreditInput,
        DocumentFormat,
        Format,
        Invoice,
        InvoiceBatch,
        InvoiceInput,
        ListedEvent,
        LookedUpInvoices,
        PartialInvoice,
        PartialWholeInvoice,
        PendingInvoice,
        PaymentOfInvoiceInput,
        PaymentResult,
        RecipientProfile,
        RecipientProfileInput,
        RecordedPayment,
        RecordedPaymentInput,
        Registration,
        RegistrationStatus,
        Replay,
        ReplayBody,
        ResponsibleDeclaration,
        Series,
        SeriesChange,
        SeriesInput,
        SeriesNumber,
        SpfeDefaultInput,
        SpfeDelivery,
        SpfeFactsBody,
        SpfeReadiness,
        SpfeRecipientReport,
        SpfeStatus,
        ValidationAnswer,
        WebhookEndpoint,
        WebhookTest,
        WholeInvoice,
    )

# Profiles of the electronic format ``ubl``.
Profile = Literal["cen", "peppol", "spfe"]
# Formats and kinds of the book of issued invoices.
BookFormat = Literal["xlsx", "csv", "json"]
Book = Literal["E", "U"]
# The path of a file, or a file that is open for writing and can seek.
Target = Union[str, "os.PathLike[str]", BinaryIO]
# Longest pause in seconds between two requests while waiting for each stage.
MAX_PAUSES = {"issued": 1.0, "printed": 2.0, "answered": 5.0}
# The file of an archive that maps its documents to their invoices.
MANIFEST = "manifest.json"


class Engine:
    """The engine, on behalf of the organization of an API key. Threads may share one.

    ``url``: address of the engine without a path. ``patience``: seconds during which a call repeats requests that may still
    succeed. ``silence``: seconds without an answer after which a connection counts as broken.
    """

    def __init__(self, url: str, api_key: str, *, patience: float = 120.0, silence: float = 60.0) -> None:
        self._transport = Transport(url, api_key, silence)
        self._patience = patience

    def __enter__(self) -> "Engine":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def submit(
        self,
        invoices: "Iterable[InvoiceInput]",
        *,
        external_batch_id: Optional[str] = None,
        idempotency_key: Optional[str] = None,
    ) -> "CreateBatchAnswer":
        """Creates a batch and returns the answer with the batch, the errors of single invoices, and warnings.

        All attempts have the same key, so a batch is created once however often a connection breaks. Store
        ``idempotency_key`` (a UUID) before the call if the submission must survive a restart of your program.
        """
        headers = {"Idempotency-Key": idempotency_key or str(uuid.uuid4())}
        body = _build_body(invoices, external_batch_id)
        return cast("CreateBatchAnswer", self._call("POST", "/invoice_batches", body=body, headers=headers, is_keyed=True).json())

    def create_invoice(
        self, invoice: "InvoiceInput", *, idempotency_key: Optional[str] = None, prefer: Optional[str] = None
    ) -> "Union[WholeInvoice, PendingInvoice]":
        """Creates one invoice, and returns it as soon as it is issued.

        If the engine does not issue it within 5 seconds, ``processing_status`` of the result is ``pending``, and ``invoice``
        reads it later by its ``id``. ``prefer``: ``respond-async`` to wait not at all, or ``wait=2`` for at most 2 seconds. All
        attempts have the same key, like those of ``submit``.
        """
        return cast("Union[WholeInvoice, PendingInvoice]", self._create("/invoices", invoice, idempotency_key, prefer))

    def credit_invoice(
        self, invoice_id: int, credit: "CreditInput", *, idempotency_key: Optional[str] = None, prefer: Optional[str] = None
    ) -> "Union[WholeInvoice, PendingInvoice]":
        """Credits an issued invoice or lines of it, and returns the rectification, as ``create_invoice`` returns an invoice."""
        path = f"/invoices/{invoice_id}/credit"
        return cast("Union[WholeInvoice, PendingInvoice]", self._create(path, credit, idempotency_key, prefer))

    def record_payment(
        self, invoice_id: int, payment: "RecordedPaymentInput", *, idempotency_key: Optional[str] = None
    ) -> "RecordedPayment":
        """Records a payment of an issued invoice. All attempts have the same key, like those of ``submit``."""
        return cast("RecordedPayment", self._create(f"/invoices/{invoice_id}/payments", payment, idempotency_key))

    def record_payments(
        self, payments: "Iterable[PaymentOfInvoiceInput]", *, idempotency_key: Optional[str] = None
    ) -> "List[PaymentResult]":
        """Records up to 1000 payments of issued invoices, and returns a result for each.

        The same request with the same key tries again what was refused.
        """
        return cast("List[PaymentResult]", self._create("/payments", {"payments": list(payments)}, idempotency_key))

    def list_payments(self) -> "Iterator[RecordedPayment]":
        """Yields the payments of all invoices and their counter-entries, the last recorded first."""
        return self._list("/payments", {})

    def payments_of_invoice(self, invoice_id: int) -> "Iterator[RecordedPayment]":
        """Yields the payments of an invoice and their counter-entries, the last recorded first."""
        return self._list(f"/invoices/{invoice_id}/payments", {})

    def reverse_payment(self, payment_id: int, date: Optional[str] = None) -> "RecordedPayment":
        """Cancels a payment by a counter-entry, which it returns.

        ``date``: the day on which the money was returned; by default that of the payment.
        """
        return cast("RecordedPayment", self._data("DELETE", f"/payments/{payment_id}{_write_query(date=date)}"))

    def report_default(
        self, invoice_id: int, unpaid: "SpfeDefaultInput", *, idempotency_key: Optional[str] = None
    ) -> "SpfeDelivery":
        """Records that an invoice was not paid when it was due, and returns its delivery to AEAT's public solution (SPFE).

        All attempts have the same key, like those of ``submit``, as for the other orders about deliveries.
        """
        return cast("SpfeDelivery", self._create(f"/invoices/{invoice_id}/defaults", unpaid, idempotency_key))

    def take_back_default(self, invoice_id: int) -> "SpfeDelivery":
        """Takes back the default that was reported of an invoice. Repeating it has no further effect."""
        return cast("SpfeDelivery", self._data("DELETE", f"/invoices/{invoice_id}/defaults"))

    def withdraw_from_spfe(
        self,
        invoice_id: int,
        reason: Literal["never_happened", "interconnect_instead"],
        *,
        idempotency_key: Optional[str] = None,
    ) -> "SpfeDelivery":
        """Orders that AEAT withdraws an invoice that it has. For wrong contents issue a rectifying invoice.

        This, ``resend_to_spfe`` and ``state_spfe_fact`` need a key with the right ``correct``.
        """
        path = f"/invoices/{invoice_id}/spfe/withdraw"
        return cast("SpfeDelivery", self._create(path, {"reason": reason}, idempotency_key))

    def resend_to_spfe(self, invoice_id: int, reason: str, *, idempotency_key: Optional[str] = None) -> "SpfeDelivery":
        """Orders another version of the file of an invoice after AEAT rejected it, or after a conflict."""
        return cast("SpfeDelivery", self._create(f"/invoices/{invoice_id}/spfe/resend", {"reason": reason}, idempotency_key))

    def state_spfe_fact(
        self, invoice_id: int, fact: "SpfeFactsBody", *, idempotency_key: Optional[str] = None
    ) -> "SpfeDelivery":
        """States one of the facts that are ``missing`` in the delivery of an invoice. It never changes afterwards."""
        return cast("SpfeDelivery", self._create(f"/invoices/{invoice_id}/spfe/facts", fact, idempotency_key))

    def spfe_recipient_reports(self, since: Optional[str] = None) -> "Iterator[SpfeRecipientReport]":
        """Yields payments and rejections that recipients reported to AEAT, the last read first.

        ``since``: the UTC time from which on the engine first read them.
        """
        return self._list("/spfe/recipient_reports", {} if since is None else {"since": since})

    def spfe_status(self) -> "SpfeStatus":
        """Returns whether there is a connection to the SPFE, the decisions about issuers, and their deliveries."""
        return cast("SpfeStatus", self._data("GET", "/spfe/status"))

    def spfe_readiness(self, month: str, issuer_nif: Optional[str] = None) -> "SpfeReadiness":
        """Returns how ready the issued invoices of a month, such as ``2026-11``, are for the duty of electronic invoices.

        Allow a ``silence`` of more than 60 seconds for 100,000 invoices.
        """
        query = _write_query(month=month, issuer_nif=issuer_nif)
        return cast("SpfeReadiness", self._data("GET", f"/spfe/readiness{query}"))

    def access(self) -> "Access":
        """Returns the organization, rights, issuers, limits and environment of the API key."""
        return cast("Access", self._data("GET", "/me"))

    def validate(
        self, invoices: "Iterable[InvoiceInput]", *, documents: Optional[Iterable[Format]] = None
    ) -> "ValidationAnswer":
        """Returns what would happen to these invoices, with their computed amounts. Stores nothing.

        ``documents``: formats for which invoices that they cannot express get a warning.
        """
        query = _write_query(documents=None if documents is None else ",".join(documents))
        answer = self._call("POST", f"/invoice_batches/validate{query}", body=_build_body(invoices, None))
        return cast("ValidationAnswer", answer.json())

    def preview(self, invoice: "InvoiceInput") -> bytes:
        """Returns the PDF that an invoice would have, marked as a draft. Stores nothing."""
        return self._call("POST", "/invoices/preview", body=_encode_json(invoice)).body

    def batches(self, **filters: str) -> "Iterator[InvoiceBatch]":
        """Yields the batches that match the filters of ``GET /invoice_batches``, newest first."""
        return self._list("/invoice_batches", filters)

    def batch(self, batch_id: int) -> "InvoiceBatch":
        """Returns a batch."""
        return cast("InvoiceBatch", self._data("GET", f"/invoice_batches/{batch_id}"))

    def summary(self, batch_id: int) -> "BatchSummary":
        """Counts the invoices of a batch that are issued, rendered and registered."""
        return cast("BatchSummary", self._data("GET", f"/invoice_batches/{batch_id}/summary"))

    @overload
    def invoices(self, batch_id: int, *, fields: Sequence[str], **filters: str) -> "Iterator[PartialInvoice]": ...
    @overload
    def invoices(self, batch_id: int, *, fields: None = None, **filters: str) -> "Iterator[Invoice]": ...
    def invoices(self, batch_id: int, *, fields: Optional[Sequence[str]] = None, **filters: str) -> "Iterator[Any]":
        """Yields the invoices of a batch in the order of the request, and loads pages as needed.

        ``fields``: names of the members that each shall have beside ``id``, such as ``totals.base``; the engine does not read others.
        """
        return self._list(f"/invoice_batches/{batch_id}/invoices", {**filters, **_select(fields)})

    @overload
    def search(self, *, fields: Sequence[str], **filters: str) -> "Iterator[PartialInvoice]": ...
    @overload
    def search(self, *, fields: None = None, **filters: str) -> "Iterator[Invoice]": ...
    def search(self, *, fields: Optional[Sequence[str]] = None, **filters: str) -> "Iterator[Any]":
        """Yields the invoices of all batches that match the filters of ``GET /invoices``.

        ``fields``: as in ``invoices``.
        """
        return self._list("/invoices", {**filters, **_select(fields)})

    @overload
    def invoice(self, invoice_id: int, *, fields: Sequence[str]) -> "PartialWholeInvoice": ...
    @overload
    def invoice(self, invoice_id: int, *, fields: None = None) -> "WholeInvoice": ...
    def invoice(self, invoice_id: int, *, fields: Optional[Sequence[str]] = None) -> Any:
        """Returns a whole invoice: what was sent and computed, its states, its registration and its warnings.

        ``fields``: as in ``invoices``.
        """
        query = _write_query(**_select(fields))
        return self._data("GET", f"/invoices/{invoice_id}{query}")

    def lookup(self, external_invoice_ids: List[str]) -> "List[LookedUpInvoices]":
        """Returns the states of at most 1000 invoices by your own ids."""
        body = json.dumps({"external_invoice_ids": external_invoice_ids}).encode()
        return cast("List[LookedUpInvoices]", self._data("POST", "/invoices/lookup", body=body))

    def annul(self, invoice_id: int, reason: str) -> "Registration":
        """Annuls an invoice that should never have been issued, and returns its registration.

        Needs a key with the right ``correct``. Repeating it with the same reason has no further effect.
        """
        return self._correct(invoice_id, "annul", {"reason": reason})

    def resend(self, invoice_id: int, reason: str, *, recipient_outside_census: bool = False) -> "Registration":
        """Sends a record again that AEAT rejected or accepted with errors. Otherwise like ``annul``."""
        return self._correct(invoice_id, "resend", {"reason": reason, "recipient_outside_census": recipient_outside_census})

    def registration_status(self, issuer_nif: Optional[str] = None) -> "List[RegistrationStatus]":
        """Returns for each issuer, or for one, how many records wait for AEAT's answer, and the incident that delays them."""
        path = f"/registration_status{_write_query(issuer_nif=issuer_nif)}"
        return cast("List[RegistrationStatus]", self._data("GET", path))

    def responsible_declaration(self) -> "ResponsibleDeclaration":
        """Returns the producer's declaración responsable for the running version."""
        return cast("ResponsibleDeclaration", self._data("GET", "/responsible_declaration"))

    def wait(
        self,
        batch_id: int,
        until: str = "issued",
        *,
        within: float = float("inf"),
        on_progress: "Optional[Callable[[BatchSummary], None]]" = None,
    ) -> "BatchSummary":
        """Waits until every invoice of a batch is ``issued``, ``printed`` or ``answered`` by AEAT, and returns the summary.

        Raises EngineError ``not_in_time`` after ``within`` seconds.
        """
        longest = MAX_PAUSES[until]
        deadline = time.monotonic() + within
        pause = 0.1
        while True:
            summary = self.summary(batch_id)
            if on_progress is not None:
                on_progress(summary)
            if _has_reached(summary, until):
                return summary
            if time.monotonic() + pause > deadline:
                raise EngineError(0, "not_in_time", f"The batch was not {until} within {within} s")
            time.sleep(pause)
            pause = min(pause * 1.5, longest)

    def pdf(self, invoice_id: int) -> bytes:
        """Returns the PDF of an issued invoice. Waits for at most ``patience`` until it is rendered."""
        return self._call("GET", f"/invoices/{invoice_id}/pdf", is_awaited=True).body

    def pdfs(self, batch_id: int, *, partial: bool = False) -> Iterator[Tuple[str, bytes]]:
        """Yields the file name and the bytes of each PDF of a batch.

        Waits for at most ``patience`` until all of them exist; with ``partial``, only until one does.
        """
        return self._read_archive(_locate_pdfs(batch_id, partial))

    def archive(self, batch_id: int, into: Target, *, partial: bool = False) -> None:
        """Writes the ZIP with the same PDFs to a file. A file that is named by its path is replaced only by a complete one."""
        self._download(_locate_pdfs(batch_id, partial), into)

    def document_formats(self, invoice_id: int) -> "List[DocumentFormat]":
        """Returns every electronic format, and for each that cannot express an issued invoice the reason."""
        return cast("List[DocumentFormat]", self._data("GET", f"/invoices/{invoice_id}/documents"))

    def document(self, invoice_id: int, format: Format, *, profile: Optional[Profile] = None) -> bytes:
        """Returns an issued invoice in an electronic format, one of those that ``document_formats`` lists.

        ``profile``: with ``ubl``, ``cen`` (the default), ``peppol`` or ``spfe``. The first request lets the engine render a ``hybrid``
        or sign a ``facturae``, for which this waits for at most ``patience``. Raises EngineError 422 if the format cannot
        express the invoice; the message contains the rule, and the formats that can.
        """
        path = f"/invoices/{invoice_id}/documents/{format}{_write_query(profile=profile)}"
        return self._call("GET", path, is_awaited=True).body

    def documents(self, batch_id: int, format: Format, *, profile: Optional[Profile] = None) -> Iterator[Tuple[str, bytes]]:
        """Yields the file name and the bytes of each invoice of a batch in an electronic format, as ``document`` returns them.

        Invoices that the format cannot express, or that cannot be signed, are left out. Waits for at most ``patience`` until
        all of the others exist.
        """
        return self._read_archive(_locate_documents(batch_id, format, profile))

    def document_archive(self, batch_id: int, format: Format, into: Target, *, profile: Optional[Profile] = None) -> None:
        """Writes the ZIP with the same invoices to a file, like ``archive``.

        Its ``manifest.json`` lists every invoice, also those that ``documents`` leaves out, with the reason.
        """
        self._download(_locate_documents(batch_id, format, profile), into)

    def issued_book(
        self,
        issuer_nif: str,
        last_day: str,
        into: Target,
        *,
        first_day: Optional[str] = None,
        format: Optional[BookFormat] = None,
        book: Optional[Book] = None,
        notes: Optional[bool] = None,
    ) -> None:
        """Writes the book of issued invoices of an issuer to a file, like ``archive``.

        ``first_day`` and ``last_day``: ``from`` and ``to`` of ``GET /books/issued`` as ``YYYY-MM-DD``, in one year; the first
        one is 1 January by default. ``format``: ``json`` is the default. ``notes``: with ``xlsx``, False leaves out the sheet of
        notes.
        """
        written = None if notes is None else str(notes).lower()
        query = {"issuer_nif": issuer_nif, "from": first_day, "to": last_day, "format": format, "book": book, "notes": written}
        self._download(f"/books/issued{_write_query(**query)}", into)

    def recipient_profiles(self) -> "Iterator[RecipientProfile]":
        """Yields the profiles of recipients, the last change first."""
        return self._list("/recipient_profiles", {})

    def recipient_profile(self, document_number: str) -> "RecipientProfile":
        """Returns the profile of a recipient."""
        return cast("RecipientProfile", self._data("GET", _locate_profile(document_number)))

    def set_recipient_profile(self, document_number: str, profile: "RecipientProfileInput") -> "RecipientProfile":
        """Sets the profile that completes the invoices of a recipient from now on."""
        path = _locate_profile(document_number)
        return cast("RecipientProfile", self._data("PUT", path, body=_encode_json(profile)))

    def remove_recipient_profile(self, document_number: str) -> None:
        """Removes the profile of a recipient."""
        self._call("DELETE", _locate_profile(document_number))

    def list_series(self, issuer_nif: Optional[str] = None) -> "Iterator[Series]":
        """Yields the series of invoice numbers of all issuers, or of one, the newest first."""
        return self._list("/series", {} if issuer_nif is None else {"issuer_nif": issuer_nif})

    def get_series(self, issuer_nif: str, code: str) -> "Series":
        """Returns a series of an issuer with the last numbers that it gave."""
        return cast("Series", self._data("GET", _locate_series(code) + _write_query(issuer_nif=issuer_nif)))

    def set_series(self, issuer_nif: str, code: str, series: "SeriesInput") -> "Series":
        """Creates or changes a series of an issuer. Needs a key with the right ``series``."""
        path = _locate_series(code) + _write_query(issuer_nif=issuer_nif)
        return cast("Series", self._data("PUT", path, body=_encode_json(series)))

    def series_changes(self, issuer_nif: str, code: str) -> "Iterator[SeriesChange]":
        """Yields the versions of a series, the last first."""
        return self._list(f"{_locate_series(code)}/changes", {"issuer_nif": issuer_nif})

    def series_numbers(self, issuer_nif: str, code: str, *, year: Optional[int] = None) -> "Iterator[SeriesNumber]":
        """Yields the numbers that a series gave in a year, by default the last one, with their invoices, the last first."""
        filters = {"issuer_nif": issuer_nif, **({} if year is None else {"year": str(year)})}
        return self._list(f"{_locate_series(code)}/numbers", filters)

    def webhook_endpoints(self) -> "List[WebhookEndpoint]":
        """Returns the webhook endpoints. This and the following methods need a key with the right ``webhooks``."""
        return cast("List[WebhookEndpoint]", self._data("GET", "/webhook_endpoints"))

    def webhook_endpoint(self, endpoint_id: int) -> "WebhookEndpoint":
        """Returns a webhook endpoint."""
        return cast("WebhookEndpoint", self._data("GET", f"/webhook_endpoints/{endpoint_id}"))

    def create_webhook_endpoint(
        self,
        url: str,
        event_types: Optional[List[str]] = None,
        *,
        payload_version: Optional[int] = None,
        idempotency_key: Optional[str] = None,
    ) -> "CreatedWebhookEndpoint":
        """Adds an endpoint, for all events unless ``event_types`` selects some, and returns it with its secret, which is shown
        only here. ``payload_version`` 2 names ``batch`` and ``invoice`` in the data of its events; engines up to 1.1.0 do not
        know it. All attempts have the same key, like those of ``submit``.
        """
        endpoint: Dict[str, Any] = {"url": url, "event_types": event_types}
        if payload_version is not None:
            endpoint["payload_version"] = payload_version
        return cast("CreatedWebhookEndpoint", self._create("/webhook_endpoints", endpoint, idempotency_key))

    def change_webhook_endpoint(self, endpoint_id: int, change: "ChangeWebhookEndpointBody") -> "ChangedWebhookEndpoint":
        """Changes events, state or secret. It is not repeated after a broken connection, since it may replace the secret."""
        path = f"/webhook_endpoints/{endpoint_id}"
        return cast("ChangedWebhookEndpoint", self._data("PATCH", path, body=_encode_json(change), is_once=True))

    def remove_webhook_endpoint(self, endpoint_id: int) -> None:
        """Removes an endpoint, and drops its waiting events."""
        self._call("DELETE", f"/webhook_endpoints/{endpoint_id}")

    def test_webhook_endpoint(self, endpoint_id: int) -> "WebhookTest":
        """Sends a ``webhook.test`` event to an endpoint."""
        return cast("WebhookTest", self._data("POST", f"/webhook_endpoints/{endpoint_id}/test"))

    def replay_events(self, endpoint_id: int, span: "ReplayBody") -> "Replay":
        """Sends the events of a span to an endpoint that has not received them, at most 1000.

        With ``include_delivered``, it also sends those that the endpoint has received, so the request is not repeated after a
        broken connection.
        """
        path = f"/webhook_endpoints/{endpoint_id}/replay"
        is_once = span.get("include_delivered") is True
        return cast("Replay", self._data("POST", path, body=_encode_json(span), is_once=is_once))

    def events(self, **filters: str) -> "Iterator[ListedEvent]":
        """Yields the events of the last 90 days that match the filters of ``GET /events``, newest first."""
        return self._list("/events", filters)

    def close(self) -> None:
        """Ends the session at the engine."""
        self._transport.close()

    def _download(self, path: str, into: Target) -> None:
        """Writes an answer to a file, by way of another one in its folder, so that a failure never damages what exists."""
        if not isinstance(into, (str, os.PathLike)):
            self._call("GET", path, is_awaited=True, into=into)
            return
        target = os.fspath(into)
        temporary = f"{target}.{uuid.uuid4()}.tmp"
        try:
            with open(temporary, "xb") as file:
                self._call("GET", path, is_awaited=True, into=file)
            os.replace(temporary, target)
        except BaseException:
            if os.path.exists(temporary):
                os.remove(temporary)
            raise

    def _read_archive(self, path: str) -> Iterator[Tuple[str, bytes]]:
        with tempfile.TemporaryFile() as file:
            self._call("GET", path, is_awaited=True, into=cast("BinaryIO", file))
            with zipfile.ZipFile(file) as archive:
                for name in archive.namelist():
                    if name != MANIFEST:
                        yield name, archive.read(name)

    def _create(self, path: str, value: object, idempotency_key: Optional[str], prefer: Optional[str] = None) -> Any:
        headers = {"Idempotency-Key": idempotency_key or str(uuid.uuid4()), **({} if prefer is None else {"Prefer": prefer})}
        return self._data("POST", path, body=_encode_json(value), headers=headers, is_keyed=True)

    def _correct(self, invoice_id: int, action: str, order: Dict[str, Any]) -> "Registration":
        body = json.dumps(order).encode()
        return cast("Registration", self._data("POST", f"/invoices/{invoice_id}/{action}", body=body))

    def _list(self, path: str, filters: Dict[str, str]) -> Iterator[Any]:
        query: Dict[str, str] = {"limit": "100", **filters}
        while True:
            page = self._call("GET", f"{path}?{urlencode(query)}").json()
            yield from page["data"]
            if not page["meta"]["has_more"]:
                return
            query["cursor"] = page["meta"]["next_cursor"]

    def _data(self, method: str, path: str, **given: Any) -> Any:
        return self._call(method, path, **given).json()["data"]

    def _call(
        self,
        method: str,
        path: str,
        *,
        body: Optional[bytes] = None,
        headers: Optional[Dict[str, str]] = None,
        is_keyed: bool = False,
        is_awaited: bool = False,
        is_once: bool = False,
        into: Optional[BinaryIO] = None,
    ) -> Answer:
        given = {**({} if body is None else {"Content-Type": "application/json"}), **(headers or {})}
        return with_retries(
            lambda: self._transport.send(method, path, body, given, into),
            self._patience,
            is_keyed=is_keyed,
            is_awaited=is_awaited,
            is_once=is_once,
        )


def _build_body(invoices: "Iterable[InvoiceInput]", external_batch_id: Optional[str]) -> bytes:
    batch: Dict[str, Any] = {"invoices": list(invoices)}
    if external_batch_id is not None:
        batch["external_batch_id"] = external_batch_id
    return _encode_json({"invoice_batch": batch})


def _encode_json(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False, default=_encode, allow_nan=False).encode()


def _locate_profile(document_number: str) -> str:
    return f"/recipient_profiles/{quote(document_number, safe='')}"


def _locate_series(code: str) -> str:
    return f"/series/{quote(code, safe='')}"


def _locate_pdfs(batch_id: int, partial: bool) -> str:
    return f"/invoice_batches/{batch_id}/pdfs{'?partial=true' if partial else ''}"


def _locate_documents(batch_id: int, format: Format, profile: Optional[Profile]) -> str:
    return f"/invoice_batches/{batch_id}/documents{_write_query(format=format, profile=profile)}"


def _select(fields: Optional[Sequence[str]]) -> Dict[str, str]:
    return {} if fields is None else {"fields": ",".join(fields)}


def _write_query(**members: Optional[str]) -> str:
    given = {name: value for name, value in members.items() if value is not None}
    return f"?{urlencode(given)}" if given else ""


def _encode(value: object) -> str:
    """Encodes a Decimal as a string without an exponent, which the engine reads exactly."""
    if isinstance(value, Decimal) and value.is_finite():
        return format(value, "f")
    raise TypeError(f"{value!r} cannot be sent as JSON")


def _has_reached(summary: "BatchSummary", until: str) -> bool:
    if summary["pending"] > 0:
        return False
    if until == "printed":
        return bool(summary["rendered"] >= summary["processed"])
    return until == "issued" or summary["verifactu"]["remission"] == 0
