"""Runs one action with the Python client. Its argument is JSON, and it prints JSON."""

import hashlib
import json
import sys
from decimal import Decimal

from invoice_batch_engine import Engine, EngineError

given = json.loads(sys.argv[1])
# A decimal of the test becomes one of the language, or what its README recommends in its place.
for invoice in given.get("invoices", []):
    for line in invoice["lines"]:
        # Without trailing zeros, Python writes 100 as 1E+2.
        line["unit_price"] = Decimal(line["unit_price"]).normalize()
engine = Engine(given["url"], given["key"], patience=given.get("patience", 20))


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
        with open(given["file"], "wb") as file:
            engine.document_archive(given["batch"], given["format"], file)
        return None
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
