"""Runs one action with the Python client. Its argument is JSON, and it prints JSON."""

import hashlib
import json
import sys
from decimal import Decimal

from invoice_batch_engine import Engine, EngineError, WebhookFault, verify_webhook

given = json.loads(sys.argv[1])
# A decimal of the test becomes one of the language, or what its README recommends in its place.
for invoice in given.get("invoices", []):
    for line in invoice["lines"]:
        # Without trailing zeros, Python writes 100 as 1E+2.
        line["unit_price"] = Decimal(line["unit_price"]).normalize()
engine = Engine(given["url"], given["key"], patience=given.get("patience", 20))


def verify(message):
    """Returns the event of a message, or why it is refused."""
    try:
        return verify_webhook(message["secrets"], message["headers"], message["body"].encode())
    except WebhookFault as fault:
        return {"fault": str(fault)}


def every_operation(file):
    """Calls each operation of the API."""
    engine.submit([])
    engine.create_invoice({}, prefer="wait=1")
    engine.credit_invoice(1, {"reason": "Devolución"}, prefer="respond-async")
    engine.access()
    engine.validate([], documents=["ubl"])
    engine.preview({})
    list(engine.batches(status="processed"))
    engine.batch(1)
    engine.summary(1)
    list(engine.invoices(1))
    list(engine.search())
    engine.invoice(1)
    engine.lookup(["a"])
    engine.annul(1, "Por error")
    engine.resend(1, "Por error")
    engine.registration_status("B12345674")
    engine.responsible_declaration()
    engine.pdf(1)
    engine.archive(1, file, partial=True)
    list(engine.pdfs(1, partial=True))
    engine.document_formats(1)
    engine.document(1, "ubl", profile="cen")
    engine.document_archive(1, "ubl", file, profile="cen")
    list(engine.documents(1, "ubl"))
    engine.issued_book(
        "B12345674", "2026-12-31", f"{file}.book", first_day="2026-01-01", format="xlsx", book="E", notes=False
    )
    list(engine.recipient_profiles())
    engine.recipient_profile("B12345674")
    engine.set_recipient_profile("B12345674", {})
    engine.remove_recipient_profile("B12345674")
    payment = {"date": "2026-11-25", "amount": "121.00", "means": "cash"}
    engine.record_payment(1, payment)
    engine.record_payments([{"invoice_id": 1, **payment}])
    list(engine.list_payments())
    list(engine.payments_of_invoice(1))
    engine.reverse_payment(1, "2026-11-26")
    engine.report_default(1, {"due_on": "2026-11-25"})
    engine.take_back_default(1)
    engine.withdraw_from_spfe(1, "never_happened")
    engine.resend_to_spfe(1, "Por error")
    engine.state_spfe_fact(1, {"is_business": True})
    list(engine.spfe_recipient_reports("2026-11-01T00:00:00Z"))
    engine.spfe_status()
    engine.spfe_readiness("2026-11")
    list(engine.list_series("B12345674"))
    engine.get_series("B12345674", "F")
    engine.set_series("B12345674", "F", {"pattern": "{code}-{counter}"})
    list(engine.series_changes("B12345674", "F"))
    list(engine.series_numbers("B12345674", "F", year=2026))
    engine.webhook_endpoints()
    engine.create_webhook_endpoint("https://erp.example.com/hooks", payload_version=2)
    engine.webhook_endpoint(1)
    engine.change_webhook_endpoint(1, {"enabled": False})
    engine.remove_webhook_endpoint(1)
    engine.test_webhook_endpoint(1)
    engine.replay_events(1, {"occurred_from": "2026-11-01T00:00:00Z"})
    list(engine.events(type="invoice.failed"))
    engine.close()


def act():
    action = given["action"]
    if action == "submit":
        validated = engine.validate(given["invoices"])
        answer = engine.submit(given["invoices"], external_batch_id=given["label"])
        return {"validated": validated, "answer": answer}
    if action == "submit_through_each":
        return [
            Engine(case["url"], given["key"], patience=20).submit(case["invoices"], external_batch_id=case["label"])["data"]["invoices_count"]
            for case in given["cases"]
        ]
    if action == "validate_in_ended_session":
        engine.validate(given["invoices"])
        engine._transport._token = "org_session_" + "0" * 64
        return engine.validate(given["invoices"])["errors"]
    if action == "read":
        summary = engine.wait(given["batch"], within=20)
        listed = [invoice["external_invoice_id"] for invoice in engine.invoices(given["batch"])]
        found = [invoice["id"] for invoice in engine.search(external_invoice_id=listed[0])]
        whole = engine.invoice(found[0])
        fields = ["totals.base"]
        some = [*engine.invoices(given["batch"], fields=fields), *engine.search(fields=fields, external_invoice_id=listed[0]), engine.invoice(found[0], fields=fields)]
        if any(list(each) != ["id", "totals"] or list(each["totals"]) != ["base"] for each in some):
            raise AssertionError(some)
        return {"summary": summary, "listed": listed, "found": found, "total": whole["totals"]["total"], "looked_up": engine.lookup(listed)}
    if action == "annul":
        return engine.annul(given["invoice"], "Por error")
    if action == "resend":
        return engine.resend(given["invoice"], "Por error", recipient_outside_census=True)
    if action == "formats":
        return engine.document_formats(given["invoice"])
    if action == "document":
        return hashlib.sha256(engine.document(given["invoice"], given["format"], profile=given.get("profile"))).hexdigest()
    if action == "archive":
        engine.document_archive(given["batch"], given["format"], given["file"])
        return None
    if action == "pdf_archive":
        engine.archive(given["batch"], given["file"])
        return None
    if action == "book":
        engine.issued_book("B12345674", "2026-12-31", given["file"])
        return None
    if action == "create_invoice":
        return engine.create_invoice(given["invoice"], prefer=given.get("prefer"))
    if action == "verify":
        return [verify(message) for message in given["messages"]]
    if action == "every_operation":
        return every_operation(given["file"])
    if action == "documents":
        return {name: hashlib.sha256(content).hexdigest() for name, content in engine.documents(given["batch"], given["format"])}
    if action == "declaration":
        return engine.responsible_declaration()
    return engine.validate([{"lines": [{"units": True}]}])


try:
    result = act()
except EngineError as error:
    paths = [detail["path"] for detail in error.details]
    result = {"status": error.status, "code": error.code, "paths": paths, "has_request_id": error.request_id is not None, "retry_after": error.retry_after}
print(json.dumps(result))
engine.close()
