# Generated from src/contracts/openapi-v2.json by `npm run client:generate`; do not edit.
"""Shapes of requests and answers. Members that may be absent are in classes with ``total=False``."""

from __future__ import annotations

from decimal import Decimal
from typing import Any, Dict, List, Literal, Optional, TypedDict, Union


class _AllowanceInputRequired(TypedDict):
    reason: str


class AllowanceInput(_AllowanceInputRequired, total=False):
    amount: Optional[Union[Decimal, float, str]]
    percent: Optional[Union[Decimal, float, str]]
    tax_type: Optional[Literal["iva", "psi", "igic", "others", "oss"]]
    tax_regime: Optional[Literal["01", "02", "03", "04", "05", "06", "07", "08", "09", "10", "11", "14", "15", "17", "18", "19", "20", "21"]]
    tax_operation_key: Optional[Literal["S1", "S2", "N1", "N2"]]
    tax_exemption_code: Optional[Literal["E1", "E2", "E3", "E4", "E5", "E6", "E7", "E8"]]
    tax_rate: Optional[Union[Decimal, float, str]]
    tax_country: Optional[str]
    equivalence_surcharge_rate: Optional[Union[Decimal, float, str]]


class AnnulBody(TypedDict):
    reason: str


class AnnulledInvoice(TypedDict):
    id: int
    external_invoice_id: Optional[str]
    invoice_number: str
    annulled_at: str


class Annulment(TypedDict):
    annulled_at: str
    reason: str


class AnsweredInvoice(TypedDict):
    id: int
    external_invoice_id: Optional[str]
    invoice_number: str
    verifactu_state: Literal["accepted", "accepted_with_errors", "rejected"]
    aeat_code: Optional[int]
    aeat_message: Optional[str]


class BatchFinishedEvent(TypedDict):
    type: Literal["batch.finished"]
    timestamp: str
    data: "BatchFinishedEventData"


class BatchFinishedEventData(TypedDict):
    invoice_batch: "FinishedBatch"


class _BatchInputRequired(TypedDict):
    invoices: List["InvoiceInput"]


class BatchInput(_BatchInputRequired, total=False):
    external_batch_id: Optional[str]


class BatchPdfsReadyEvent(TypedDict):
    type: Literal["batch.pdfs_ready"]
    timestamp: str
    data: "BatchPdfsReadyEventData"


class BatchPdfsReadyEventData(TypedDict):
    invoice_batch: "RenderedBatch"


class BatchSummary(TypedDict):
    invoices_count: int
    pending: int
    processed: int
    failed: int
    rendered: int
    verifactu: "VerifactuCounts"


class BatchSummaryAnswer(TypedDict):
    data: "BatchSummary"


class ChangeWebhookEndpointBody(TypedDict, total=False):
    event_types: Optional[List[Literal["batch.finished", "batch.pdfs_ready", "invoice.failed", "invoice.accepted", "invoice.accepted_with_errors", "invoice.rejected", "invoice.annulled", "webhook.test"]]]
    enabled: bool
    new_secret: "NewWebhookSecret"


class ChangedWebhookEndpoint(TypedDict):
    id: int
    url: str
    event_types: Optional[List[Literal["batch.finished", "batch.pdfs_ready", "invoice.failed", "invoice.accepted", "invoice.accepted_with_errors", "invoice.rejected", "invoice.annulled", "webhook.test"]]]
    enabled: bool
    created_at: str
    previous_secret_until: Optional[str]
    failing_since: Optional[str]
    waiting_events: int
    last_failure: Optional[str]
    secret: Optional[str]


class ChangedWebhookEndpointAnswer(TypedDict):
    data: "ChangedWebhookEndpoint"


class ComputedInvoice(TypedDict):
    index: int
    external_invoice_id: Optional[str]
    totals: "InvoiceTotals"
    tax_groups: List["TaxGroup"]


class ConnectedInvoice(TypedDict):
    issued_invoice_id: int
    invoice_number: str
    issue_date: str
    invoice_type: Literal["F1", "F2", "F3", "R1", "R2", "R3", "R4", "R5"]
    total_after_taxes: str
    annulled: bool


class Contact(TypedDict, total=False):
    name: Optional[str]
    phone: Optional[str]
    email: Optional[str]


class CreateBatchAnswer(TypedDict):
    data: "InvoiceBatch"
    errors: List["InvoiceErrors"]
    warnings: List["InvoiceWarnings"]


class CreateBatchBody(TypedDict):
    invoice_batch: "BatchInput"


class CreateSessionBody(TypedDict):
    api_key: str


class _CreateWebhookEndpointBodyRequired(TypedDict):
    url: str


class CreateWebhookEndpointBody(_CreateWebhookEndpointBodyRequired, total=False):
    event_types: Optional[List[Literal["batch.finished", "batch.pdfs_ready", "invoice.failed", "invoice.accepted", "invoice.accepted_with_errors", "invoice.rejected", "invoice.annulled", "webhook.test"]]]


class CreatedWebhookEndpoint(TypedDict):
    id: int
    url: str
    event_types: Optional[List[Literal["batch.finished", "batch.pdfs_ready", "invoice.failed", "invoice.accepted", "invoice.accepted_with_errors", "invoice.rejected", "invoice.annulled", "webhook.test"]]]
    enabled: bool
    created_at: str
    previous_secret_until: Optional[str]
    failing_since: Optional[str]
    waiting_events: int
    last_failure: Optional[str]
    secret: str


class CreatedWebhookEndpointAnswer(TypedDict):
    data: "CreatedWebhookEndpoint"


class CursorMeta(TypedDict):
    next_cursor: Optional[str]
    has_more: bool


class _DeliveryInputRequired(TypedDict):
    country_code: str


class DeliveryInput(_DeliveryInputRequired, total=False):
    name: Optional[str]
    address: Optional[str]
    postal_code: Optional[str]
    city: Optional[str]


class _Dir3Required(TypedDict):
    accounting_office: str
    managing_body: str
    processing_unit: str


class Dir3(_Dir3Required, total=False):
    proposing_body: Optional[str]


class DocumentFormat(TypedDict):
    format: Literal["ubl", "cii", "facturae", "hybrid"]
    media_type: str
    available: bool
    reason: Optional["FormatRefusal"]
    profiles: List["DocumentProfile"]


class DocumentFormatsAnswer(TypedDict):
    data: List["DocumentFormat"]


class DocumentProfile(TypedDict):
    profile: Literal["cen", "peppol"]
    available: bool
    reason: Optional["FormatRefusal"]


class DueDate(TypedDict):
    date: str
    amount: Union[Decimal, float, str]


class ElectronicAddress(TypedDict):
    scheme: str
    value: str


class ErrorAnswer(TypedDict):
    error: "ErrorObject"


class _ErrorDetailRequired(TypedDict):
    path: str
    code: Literal["blank", "must_be_blank", "invalid", "unknown_value", "forbidden_characters", "too_long", "too_many", "too_many_digits", "out_of_range", "not_allowed", "not_supported", "not_found", "not_authorized", "duplicate", "more_left_out", "inconsistent", "too_old", "missing", "unknown_member", "wrong_type", "too_few", "not_expressible"]
    message: str
    aeat_code: Optional[int]
    help: str


class ErrorDetail(_ErrorDetailRequired, total=False):
    rule: str


class ErrorObject(TypedDict):
    code: str
    message: str
    request_id: str
    details: List["ErrorDetail"]


class EventBatch(TypedDict):
    id: int
    external_batch_id: Optional[str]


class FailedInvoice(TypedDict):
    id: int
    external_invoice_id: Optional[str]
    invoice_number: Optional[str]
    processing_status: Literal["failed"]


class FinishedBatch(TypedDict):
    id: int
    external_batch_id: Optional[str]
    status: Literal["processed", "processed_with_errors", "failed"]
    invoices_count: int
    processed_count: int
    failed_count: int


class FormatRefusal(TypedDict):
    rule: str
    message: str


class Invoice(TypedDict):
    id: int
    external_invoice_id: Optional[str]
    invoice_number: Optional[str]
    total_after_taxes: Optional[str]
    processing_status: Literal["pending", "processing", "processed", "failed"]
    processing_error: Optional[str]
    issued_invoice_id: Optional[int]
    verifactu_state: Optional[Literal["remission", "accepted", "accepted_with_errors", "rejected"]]
    invoice_batch_id: int
    issuer_nif: Optional[str]
    issue_date: Optional[str]
    invoice_type: Optional[Literal["F1", "F2", "F3", "R1", "R2", "R3", "R4", "R5"]]
    metadata: Dict[str, str]
    annulled_at: Optional[str]
    rectified_by: List["ConnectedInvoice"]
    updated_at: str


class InvoiceAcceptedEvent(TypedDict):
    type: Literal["invoice.accepted"]
    timestamp: str
    data: "InvoiceAcceptedEventData"


class InvoiceAcceptedEventData(TypedDict):
    invoice_batch: "EventBatch"
    batch_invoice: "AnsweredInvoice"


class InvoiceAcceptedWithErrorsEvent(TypedDict):
    type: Literal["invoice.accepted_with_errors"]
    timestamp: str
    data: "InvoiceAcceptedWithErrorsEventData"


class InvoiceAcceptedWithErrorsEventData(TypedDict):
    invoice_batch: "EventBatch"
    batch_invoice: "AnsweredInvoice"


class InvoiceAnnulledEvent(TypedDict):
    type: Literal["invoice.annulled"]
    timestamp: str
    data: "InvoiceAnnulledEventData"


class InvoiceAnnulledEventData(TypedDict):
    invoice_batch: "EventBatch"
    batch_invoice: "AnnulledInvoice"


class InvoiceBatch(TypedDict):
    id: int
    external_batch_id: Optional[str]
    status: Literal["received", "processing", "processed", "processed_with_errors", "failed"]
    invoices_count: int
    received_at: str
    processed_at: Optional[str]


class InvoiceBatchAnswer(TypedDict):
    data: "InvoiceBatch"


class InvoiceBatchList(TypedDict):
    data: List["InvoiceBatch"]
    meta: "CursorMeta"


class InvoiceErrors(TypedDict):
    index: int
    external_invoice_id: Optional[str]
    details: List["ErrorDetail"]


class InvoiceFailedEvent(TypedDict):
    type: Literal["invoice.failed"]
    timestamp: str
    data: "InvoiceFailedEventData"


class InvoiceFailedEventData(TypedDict):
    invoice_batch: "EventBatch"
    batch_invoice: "FailedInvoice"


class _InvoiceInputRequired(TypedDict):
    issuer_nif: str
    number_serie: str
    lines: List["InvoiceLineInput"]


class InvoiceInput(_InvoiceInputRequired, total=False):
    external_invoice_id: Optional[str]
    issuer_name: Optional[str]
    issuer_person_name: Optional["PersonNameInput"]
    invoice_type: Optional[Literal["F1", "F2", "F3", "R1", "R2", "R3", "R4", "R5"]]
    operation_description: Optional[str]
    issue_date: Optional[str]
    operation_date: Optional[str]
    due_date: Optional[str]
    rectified_invoice_id: Optional[int]
    rectification: Optional["RectificationInput"]
    replaces: Optional[List["InvoiceReference"]]
    has_unidentified_recipient: Optional[bool]
    simplified_qualified: Optional[bool]
    recipient_legal_name: Optional[str]
    recipient_document_type: Optional[Literal["nif", "nie", "passport", "international_vat_number", "eu_vat", "official_id", "residence_certificate", "other_document", "not_registered"]]
    recipient_document_number: Optional[str]
    recipient_billing_address: Optional[str]
    recipient_billing_postal_code: Optional[str]
    recipient_billing_city: Optional[str]
    recipient_country_code: Optional[str]
    recipients: Optional[List["RecipientInput"]]
    issued_by: Optional["IssuedByInput"]
    coupon: Optional[bool]
    currency: Optional[str]
    exchange_rate: Optional[Union[Decimal, float, str]]
    prices_include_tax: Optional[bool]
    total: Optional[Union[Decimal, float, str]]
    contact_id: Optional[int]
    invoiceable_serie_id: Optional[int]
    buyer_reference: Optional[str]
    order_reference: Optional[str]
    contract_reference: Optional[str]
    delivery_note_references: Optional[List[str]]
    project_reference: Optional[str]
    accounting_reference: Optional[str]
    delivery: Optional["DeliveryInput"]
    period: Optional["Period"]
    payment_method: Optional[Literal["cash_on_delivery", "cash", "credit_card", "bank_transfer", "bizum", "bank_remittance", "others"]]
    payment_method_info: Optional[str]
    payment: Optional["PaymentInput"]
    payee: Optional["PayeeInput"]
    paid: Optional[bool]
    prepaid_amount: Optional[Union[Decimal, float, str]]
    operation_type: Optional[Literal["domestic_operations_deductible_vat", "agricultural_compensation", "intra_community_acquisition_goods", "intra_community_acquisition_services", "reverse_charge_tax", "imports", "non_deductible_vat"]]
    footer_note: Optional[str]
    total_reimbursable_expenses_amount: Optional[Union[Decimal, float, str]]
    allowances: Optional[List["AllowanceInput"]]
    charges: Optional[List["AllowanceInput"]]
    metadata: Optional[Dict[str, str]]


class _InvoiceLineInputRequired(TypedDict):
    concept: str
    units: Union[Decimal, float, str]
    unit_price: Union[Decimal, float, str]


class InvoiceLineInput(_InvoiceLineInputRequired, total=False):
    position: Optional[int]
    discount_percent: Optional[Union[Decimal, float, str]]
    notes: Optional[str]
    tax_type: Optional[Literal["iva", "psi", "igic", "others", "oss"]]
    tax_regime: Optional[Literal["01", "02", "03", "04", "05", "06", "07", "08", "09", "10", "11", "14", "15", "17", "18", "19", "20", "21"]]
    tax_operation_key: Optional[Literal["S1", "S2", "N1", "N2"]]
    tax_exemption_code: Optional[Literal["E1", "E2", "E3", "E4", "E5", "E6", "E7", "E8"]]
    tax_rate: Optional[Union[Decimal, float, str]]
    tax_country: Optional[str]
    equivalence_surcharge_rate: Optional[Union[Decimal, float, str]]
    income_tax_withholding_rate: Optional[Union[Decimal, float, str]]
    margin: Optional[Union[Decimal, float, str]]
    second_hand_kind: Optional[Literal["used_goods", "art", "collectors_items"]]
    cost_base: Optional[Union[Decimal, float, str]]
    unit_code: Optional[str]
    item_code: Optional[str]
    gtin: Optional[str]
    buyer_item_code: Optional[str]
    period: Optional["Period"]
    order_line_reference: Optional[str]
    allowances: Optional[List["LineAllowanceInput"]]
    charges: Optional[List["LineAllowanceInput"]]


class InvoiceList(TypedDict):
    data: List["Invoice"]
    meta: "CursorMeta"


class InvoiceReference(TypedDict, total=False):
    issued_invoice_id: Optional[int]
    issuer_nif: Optional[str]
    number_serie: Optional[str]
    issue_date: Optional[str]


class InvoiceRegistration(TypedDict):
    qr_url: Optional[str]
    records: List["RegistrationRecord"]


class InvoiceRejectedEvent(TypedDict):
    type: Literal["invoice.rejected"]
    timestamp: str
    data: "InvoiceRejectedEventData"


class InvoiceRejectedEventData(TypedDict):
    invoice_batch: "EventBatch"
    batch_invoice: "AnsweredInvoice"


class InvoiceTotals(TypedDict):
    currency: str
    base: str
    tax: str
    surcharge: Optional[str]
    foreign_tax: Optional[str]
    total: str
    withholdings: List["Withholding"]
    reimbursable_expenses: Optional[str]
    prepaid: Optional[str]
    payable: str
    euro: Optional["TotalsInEuros"]


class InvoiceWarnings(TypedDict):
    index: int
    external_invoice_id: Optional[str]
    details: List["Warning"]


class IssuedAllowance(TypedDict):
    reason: str
    percent: Optional[str]
    amount: str
    gross_amount: Optional[str]
    tax_type: Literal["iva", "psi", "igic", "others", "oss"]
    tax_regime: Optional[Literal["01", "02", "03", "04", "05", "06", "07", "08", "09", "10", "11", "14", "15", "17", "18", "19", "20", "21"]]
    tax_operation_key: Optional[Literal["S1", "S2", "N1", "N2"]]
    tax_exemption_code: Optional[Literal["E1", "E2", "E3", "E4", "E5", "E6", "E7", "E8"]]
    tax_rate: Optional[str]
    equivalence_surcharge_rate: Optional[str]
    tax_country: Optional[str]


class _IssuedByDocumentRequired(TypedDict):
    type: Literal["nif", "nie", "passport", "international_vat_number", "eu_vat", "official_id", "residence_certificate", "other_document", "not_registered"]
    number: str


class IssuedByDocument(_IssuedByDocumentRequired, total=False):
    country_code: Optional[str]


class _IssuedByInputRequired(TypedDict):
    role: Literal["third_party", "recipient"]


class IssuedByInput(_IssuedByInputRequired, total=False):
    name: Optional[str]
    document: Optional["IssuedByDocument"]


class IssuedByParty(TypedDict):
    role: Literal["third_party", "recipient"]
    name: Optional[str]
    document: Optional["IssuedByPartyDocument"]


class IssuedByPartyDocument(TypedDict):
    type: Literal["nif", "nie", "passport", "international_vat_number", "eu_vat", "official_id", "residence_certificate", "other_document", "not_registered"]
    number: str
    country_code: Optional[str]


class IssuedContact(TypedDict):
    name: Optional[str]
    phone: Optional[str]
    email: Optional[str]


class IssuedDelivery(TypedDict):
    name: Optional[str]
    address: Optional[str]
    postal_code: Optional[str]
    city: Optional[str]
    country_code: str


class IssuedDir3(TypedDict):
    accounting_office: Optional[str]
    managing_body: Optional[str]
    processing_unit: Optional[str]
    proposing_body: Optional[str]


class IssuedDocument(TypedDict):
    issuer_nif: str
    issuer_name: str
    issuer_person_name: Optional["IssuedPersonName"]
    number_serie: str
    invoice_type: Literal["F1", "F2", "F3", "R1", "R2", "R3", "R4", "R5"]
    issue_date: str
    operation_date: Optional[str]
    due_date: Optional[str]
    operation_description: str
    recipients: List["IssuedRecipient"]
    has_unidentified_recipient: bool
    simplified_qualified: bool
    coupon: bool
    issued_by: Optional["IssuedByParty"]
    rectification: Optional["IssuedRectification"]
    replaces: List["IssuedIdentification"]
    currency: str
    exchange_rate: Optional[str]
    prices_include_tax: bool
    buyer_reference: Optional[str]
    order_reference: Optional[str]
    contract_reference: Optional[str]
    delivery_note_references: List[str]
    project_reference: Optional[str]
    accounting_reference: Optional[str]
    delivery: Optional["IssuedDelivery"]
    period: Optional["IssuedPeriod"]
    payment: "IssuedPayment"
    payee: Optional["IssuedPayee"]
    footer_note: Optional[str]
    lines: List["IssuedLine"]
    allowances: List["IssuedAllowance"]
    charges: List["IssuedAllowance"]


class IssuedDueAmount(TypedDict):
    date: str
    amount: str


class IssuedElectronicAddress(TypedDict):
    scheme: str
    value: str


class IssuedIdentification(TypedDict):
    issuer_nif: str
    number_serie: str
    issue_date: str


class IssuedLine(TypedDict):
    concept: str
    units: str
    unit_code: Optional[str]
    unit_price: str
    discount_percent: Optional[str]
    net_amount: str
    gross_amount: Optional[str]
    tax_type: Literal["iva", "psi", "igic", "others", "oss"]
    tax_regime: Optional[Literal["01", "02", "03", "04", "05", "06", "07", "08", "09", "10", "11", "14", "15", "17", "18", "19", "20", "21"]]
    tax_operation_key: Optional[Literal["S1", "S2", "N1", "N2"]]
    tax_exemption_code: Optional[Literal["E1", "E2", "E3", "E4", "E5", "E6", "E7", "E8"]]
    tax_rate: Optional[str]
    equivalence_surcharge_rate: Optional[str]
    tax_country: Optional[str]
    income_tax_withholding_rate: Optional[str]
    margin: Optional[str]
    second_hand_kind: Optional[Literal["used_goods", "art", "collectors_items"]]
    cost_base: Optional[str]
    allowances: List["IssuedLineAllowance"]
    charges: List["IssuedLineAllowance"]
    notes: Optional[str]
    item_code: Optional[str]
    gtin: Optional[str]
    buyer_item_code: Optional[str]
    period: Optional["IssuedPeriod"]
    order_line_reference: Optional[str]


class IssuedLineAllowance(TypedDict):
    reason: str
    percent: Optional[str]
    amount: str


class IssuedPayee(TypedDict):
    name: str
    document_number: Optional[str]


class IssuedPayment(TypedDict):
    means: Optional[Literal["cash_on_delivery", "cash", "credit_card", "bank_transfer", "bizum", "bank_remittance", "others", "direct_debit"]]
    info: Optional[str]
    iban: Optional[str]
    bic: Optional[str]
    mandate_reference: Optional[str]
    creditor_id: Optional[str]
    terms: Optional[str]
    reference: Optional[str]
    due: List["IssuedDueAmount"]
    paid: Optional[bool]


class IssuedPeriod(TypedDict):
    start: Optional[str]
    end: Optional[str]


class IssuedPersonName(TypedDict):
    given_name: str
    first_surname: str
    second_surname: Optional[str]


class IssuedRecipient(TypedDict):
    name: Optional[str]
    not_identified: bool
    document_type: Optional[Literal["nif", "nie", "passport", "international_vat_number", "eu_vat", "official_id", "residence_certificate", "other_document", "not_registered"]]
    document_number: Optional[str]
    country_code: Optional[str]
    address: Optional[str]
    postal_code: Optional[str]
    city: Optional[str]
    person_name: Optional["IssuedPersonName"]
    electronic_address: Optional["IssuedElectronicAddress"]
    dir3: Optional["IssuedDir3"]
    contact: Optional["IssuedContact"]


class IssuedRectification(TypedDict):
    method: Literal["differences", "substitution"]
    reason: Optional[str]
    invoices: List["IssuedIdentification"]
    rectified_base: Optional[str]
    rectified_tax: Optional[str]
    rectified_surcharge: Optional[str]


class _LineAllowanceInputRequired(TypedDict):
    reason: str


class LineAllowanceInput(_LineAllowanceInputRequired, total=False):
    amount: Optional[Union[Decimal, float, str]]
    percent: Optional[Union[Decimal, float, str]]


class LookedUpInvoices(TypedDict):
    external_invoice_id: str
    invoices: List["Invoice"]
    has_more: bool


class LookupAnswer(TypedDict):
    data: List["LookedUpInvoices"]


class LookupBody(TypedDict):
    external_invoice_ids: List[str]


class NewWebhookSecret(TypedDict, total=False):
    previous_valid_hours: int


class _PayeeInputRequired(TypedDict):
    name: str


class PayeeInput(_PayeeInputRequired, total=False):
    document_number: Optional[str]


class PaymentInput(TypedDict, total=False):
    means: Optional[Literal["cash_on_delivery", "cash", "credit_card", "bank_transfer", "bizum", "bank_remittance", "others", "direct_debit"]]
    iban: Optional[str]
    bic: Optional[str]
    mandate_reference: Optional[str]
    creditor_id: Optional[str]
    terms: Optional[str]
    reference: Optional[str]
    due: Optional[List["DueDate"]]


class PdfState(TypedDict):
    state: Literal["not_issued", "pending", "on_demand", "ready", "archived"]


class Period(TypedDict, total=False):
    start: Optional[str]
    end: Optional[str]


class _PersonNameInputRequired(TypedDict):
    given_name: str
    first_surname: str


class PersonNameInput(_PersonNameInputRequired, total=False):
    second_surname: Optional[str]


class RecipientInput(TypedDict, total=False):
    name: Optional[str]
    person_name: Optional["PersonNameInput"]
    not_identified: Optional[bool]
    document_type: Optional[Literal["nif", "nie", "passport", "international_vat_number", "eu_vat", "official_id", "residence_certificate", "other_document", "not_registered"]]
    document_number: Optional[str]
    country_code: Optional[str]
    address: Optional[str]
    postal_code: Optional[str]
    city: Optional[str]
    electronic_address: Optional["ElectronicAddress"]
    dir3: Optional["Dir3"]
    contact: Optional["Contact"]


class RecipientProfile(TypedDict):
    document_number: str
    person_name: Optional["IssuedPersonName"]
    electronic_address: Optional["IssuedElectronicAddress"]
    dir3: Optional["IssuedDir3"]
    contact: Optional["IssuedContact"]
    buyer_reference: Optional[str]
    accounting_reference: Optional[str]
    default_unit_code: Optional[str]
    changed_at: str


class RecipientProfileAnswer(TypedDict):
    data: "RecipientProfile"


class RecipientProfileInput(TypedDict, total=False):
    electronic_address: Optional["ElectronicAddress"]
    dir3: Optional["Dir3"]
    contact: Optional["Contact"]
    person_name: Optional["PersonNameInput"]
    buyer_reference: Optional[str]
    accounting_reference: Optional[str]
    default_unit_code: Optional[str]


class RecipientProfileList(TypedDict):
    data: List["RecipientProfile"]
    meta: "CursorMeta"


class _RectificationInputRequired(TypedDict):
    method: Literal["differences", "substitution"]
    reason: str


class RectificationInput(_RectificationInputRequired, total=False):
    invoices: Optional[List["InvoiceReference"]]
    rectified_base: Optional[Union[Decimal, float, str]]
    rectified_tax: Optional[Union[Decimal, float, str]]
    rectified_surcharge: Optional[Union[Decimal, float, str]]


class Registration(TypedDict):
    qr_url: Optional[str]
    annulled_at: Optional[str]
    records: List["RegistrationRecord"]


class RegistrationAnswer(TypedDict):
    data: "Registration"


class RegistrationIncident(TypedDict):
    since: str
    reason: str


class RegistrationRecord(TypedDict):
    kind: Literal["alta", "anulacion"]
    sequence: int
    hash: str
    previous_hash: Optional[str]
    generated_at: str
    state: Literal["remission", "accepted", "accepted_with_errors", "rejected"]
    aeat_code: Optional[int]
    aeat_message: Optional[str]
    csv: Optional[str]
    answered_at: Optional[str]


class RegistrationStatus(TypedDict):
    issuer_nif: str
    pending: int
    oldest_pending_at: Optional[str]
    incident: Optional["RegistrationIncident"]
    last_answer_at: Optional[str]


class RegistrationStatusAnswer(TypedDict):
    data: List["RegistrationStatus"]


class RenderedBatch(TypedDict):
    id: int
    external_batch_id: Optional[str]
    pdfs_count: int


class _ResendBodyRequired(TypedDict):
    reason: str


class ResendBody(_ResendBodyRequired, total=False):
    recipient_outside_census: bool


class ResponsibleDeclaration(TypedDict):
    version: str
    date: str
    text: str


class ResponsibleDeclarationAnswer(TypedDict):
    data: "ResponsibleDeclaration"


class Session(TypedDict):
    session_token: str
    expires_at: str


class TaxGroup(TypedDict):
    tax_type: Literal["iva", "psi", "igic", "others", "oss"]
    tax_regime: Optional[Literal["01", "02", "03", "04", "05", "06", "07", "08", "09", "10", "11", "14", "15", "17", "18", "19", "20", "21"]]
    tax_operation_key: Optional[Literal["S1", "S2", "N1", "N2"]]
    tax_exemption_code: Optional[Literal["E1", "E2", "E3", "E4", "E5", "E6", "E7", "E8"]]
    tax_rate: Optional[str]
    equivalence_surcharge_rate: Optional[str]
    tax_country: Optional[str]
    foreign_tax_rate: Optional[str]
    base: str
    tax: str
    surcharge: Optional[str]
    cost_base: Optional[str]
    price: Optional[str]
    foreign_tax: Optional[str]
    euro: Optional["TaxGroupInEuros"]


class TaxGroupInEuros(TypedDict):
    base: str
    tax: str
    surcharge: Optional[str]
    cost_base: Optional[str]
    price: Optional[str]
    foreign_tax: Optional[str]


class TestedEndpoint(TypedDict):
    id: int


class TotalsInEuros(TypedDict):
    base: str
    tax: str
    surcharge: Optional[str]
    total: str


class ValidationAnswer(TypedDict):
    data: "ValidationSummary"
    errors: List["InvoiceErrors"]
    warnings: List["InvoiceWarnings"]


class ValidationSummary(TypedDict):
    invoices_count: int
    valid_invoices_count: int
    invoices: List["ComputedInvoice"]


class VerifactuCounts(TypedDict):
    remission: int
    accepted: int
    accepted_with_errors: int
    rejected: int


class _WarningRequired(TypedDict):
    path: str
    code: Literal["old_issue_date", "operation_date_past", "units_zero", "margin_not_stated", "foreign_vat_not_stated", "one_stop_shop_to_business", "reverse_charge_abroad", "travel_agency_rate", "rate_not_charged", "zero_rate_charged", "unusual_rate", "withholding_below_one_percent", "withholding_on_simplified", "negative_total", "simplified_limit_exceeded", "cash_limit_exceeded", "nothing_charged", "issuer_address_missing", "issuer_shared", "recipient_address_missing", "description_missing", "corrections_exceed_original", "replacement_differs", "number_differs_in_case", "characters_not_printable", "more_left_out", "issued_late", "surcharge_not_due", "recipient_repeated", "substituted_again", "reference_date_differs", "recipient_not_in_census", "unusual_exchange_rate", "not_expressible", "not_signable", "name_split_guessed", "centres_missing"]
    message: str
    aeat_code: Optional[int]
    help: str


class Warning(_WarningRequired, total=False):
    rule: str


class WebhookEndpoint(TypedDict):
    id: int
    url: str
    event_types: Optional[List[Literal["batch.finished", "batch.pdfs_ready", "invoice.failed", "invoice.accepted", "invoice.accepted_with_errors", "invoice.rejected", "invoice.annulled", "webhook.test"]]]
    enabled: bool
    created_at: str
    previous_secret_until: Optional[str]
    failing_since: Optional[str]
    waiting_events: int
    last_failure: Optional[str]


class WebhookEndpointAnswer(TypedDict):
    data: "WebhookEndpoint"


class WebhookEndpointsAnswer(TypedDict):
    data: List["WebhookEndpoint"]


class WebhookTest(TypedDict):
    webhook_id: str


class WebhookTestAnswer(TypedDict):
    data: "WebhookTest"


class WebhookTestEvent(TypedDict):
    type: Literal["webhook.test"]
    timestamp: str
    data: "WebhookTestEventData"


class WebhookTestEventData(TypedDict):
    webhook_endpoint: "TestedEndpoint"


class WholeInvoice(TypedDict):
    id: int
    external_invoice_id: Optional[str]
    invoice_number: Optional[str]
    total_after_taxes: Optional[str]
    processing_status: Literal["pending", "processing", "processed", "failed"]
    processing_error: Optional[str]
    issued_invoice_id: Optional[int]
    verifactu_state: Optional[Literal["remission", "accepted", "accepted_with_errors", "rejected"]]
    invoice_batch_id: int
    issuer_nif: Optional[str]
    issue_date: Optional[str]
    invoice_type: Optional[Literal["F1", "F2", "F3", "R1", "R2", "R3", "R4", "R5"]]
    metadata: Dict[str, str]
    annulled_at: Optional[str]
    rectified_by: List["ConnectedInvoice"]
    updated_at: str
    received_at: str
    issued_at: Optional[str]
    api_version: Literal[1, 2]
    sent: Optional[Dict[str, Any]]
    document: Optional["IssuedDocument"]
    tax_groups: Optional[List["TaxGroup"]]
    totals: Optional["InvoiceTotals"]
    registration: Optional["InvoiceRegistration"]
    pdf: "PdfState"
    warnings: List["Warning"]
    rectifies: List["ConnectedInvoice"]
    annulment: Optional["Annulment"]


class WholeInvoiceAnswer(TypedDict):
    data: "WholeInvoice"


class Withholding(TypedDict):
    rate: str
    base: str
    amount: str
