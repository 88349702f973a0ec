# Generated from src/generated/openapi-v2.json by `npm run client:generate`; do not edit.
"""Shapes of requests and answers. Members that may be absent are in classes with ``total=False``."""

from __future__ import annotations

from decimal import Decimal
from typing import Any, Dict, List, Literal, Optional, TypedDict, Union

# Electronic formats.
Format = Literal["ubl", "cii", "facturae", "hybrid"]


class Access(TypedDict):
    organization: "Organization"
    key: "ApiKey"
    session_expires_at: Optional[str]
    rights: List[Union[Literal["submit", "read", "correct", "webhooks", "recipients", "series", "payments"], str]]
    issuer_nifs: Optional[List[str]]
    registers: Optional[List["IssuerRegister"]]
    environment: Union[Literal["production", "test"], str]
    limits: "AccessLimits"


class AccessAnswer(TypedDict):
    data: "Access"


class AccessLimits(TypedDict):
    requests_per_minute: int
    invoices_per_batch: int
    body_bytes: int
    failed_invoices_per_hour: int
    invoice_wait_seconds: int
    seconds_between_batches: int


class AdmittedDelivery(TypedDict):
    id: int
    external_invoice_id: Optional[str]
    invoice_number: str
    spfe_state: Literal["admitted"]
    is_copy: bool
    csv: str
    localizador: Optional[str]


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
    supply: Optional[Literal["goods", "services"]]


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


class AnsweredEntry(TypedDict):
    id: int
    external_invoice_id: Optional[str]
    invoice_number: str
    sii_state: Union[Literal["accepted", "accepted_with_errors", "rejected"], str]
    sii_kind: Union[Literal["A0", "A1", "baja"], str]
    aeat_code: Optional[int]
    aeat_message: Optional[str]


class AnsweredInvoice(TypedDict):
    id: int
    external_invoice_id: Optional[str]
    invoice_number: str
    verifactu_state: Union[Literal["accepted", "accepted_with_errors", "rejected"], str]
    aeat_code: Optional[int]
    aeat_message: Optional[str]


class ApiKey(TypedDict):
    id: int
    prefix: str


class BatchFinishedEvent(TypedDict):
    type: Literal["batch.finished"]
    version: Literal[2]
    timestamp: str
    data: "BatchFinishedEventData"


class BatchFinishedEventData(TypedDict):
    batch: "FinishedBatch"


class _BatchInputRequired(TypedDict):
    invoices: List["InvoiceInput"]


class BatchInput(_BatchInputRequired, total=False):
    external_batch_id: Optional[str]


class BatchPdfsReadyEvent(TypedDict):
    type: Literal["batch.pdfs_ready"]
    version: Literal[2]
    timestamp: str
    data: "BatchPdfsReadyEventData"


class BatchPdfsReadyEventData(TypedDict):
    batch: "RenderedBatch"


class BatchSummary(TypedDict):
    invoices_count: int
    pending: int
    processed: int
    failed: int
    rendered: int
    verifactu: "VerifactuCounts"


class BatchSummaryAnswer(TypedDict):
    data: "BatchSummary"


class _BillingAuthorisationInputRequired(TypedDict):
    number: str


class BillingAuthorisationInput(_BillingAuthorisationInputRequired, total=False):
    description: Optional[str]


class BookNote(TypedDict):
    code: Union[Literal["annulled", "other_book", "annulment_refused", "rejected", "long_number", "shortened_name", "further_recipients", "not_registered", "other_tax", "cost_base", "collections_unknown", "property_unknown", "withholding_without_row", "earlier_quarter", "original_elsewhere", "original_annulled", "replaced_differs", "activity_unknown", "income_concept_unknown", "partial_year"], str]
    message: str
    in_book: bool
    issued_invoice_id: Optional[int]
    invoice_number: Optional[str]
    issue_date: Optional[str]


class _BookRowRequired(TypedDict):
    year: int


class BookRow(_BookRowRequired, total=False):
    period: str
    activity_code: str
    activity_type: str
    activity_group: str
    invoice_type: str
    income_concept: str
    computable_income: str
    issue_date: str
    operation_date: str
    series: str
    number: str
    final_number: str
    recipient_document_type: str
    recipient_country: str
    recipient_document_number: str
    recipient_name: str
    tax_regime: str
    tax_operation_key: str
    tax_exemption_code: str
    total: str
    base: str
    tax_rate: str
    tax: str
    equivalence_surcharge_rate: str
    equivalence_surcharge: str
    collection_date: str
    collection_amount: str
    collection_means: str
    collection_account: str
    withholding_rate: str
    withholding: str
    billing_agreement: str
    property_situation: str
    cadastral_reference: str
    external_reference: str


class ChangeWebhookEndpointBody(TypedDict, total=False):
    event_types: Optional[List[Literal["batch.finished", "batch.pdfs_ready", "invoice.failed", "invoice.accepted", "invoice.accepted_with_errors", "invoice.rejected", "invoice.annulled", "invoice.sii_accepted", "invoice.sii_accepted_with_errors", "invoice.sii_rejected", "invoice.sii_overdue_soon", "invoice.payment_recorded", "invoice.spfe_admitted", "invoice.spfe_rejected", "invoice.spfe_withdrawn", "invoice.spfe_overdue", "invoice.spfe_paid_by_recipient", "invoice.spfe_rejected_by_recipient", "webhook.test"]]]
    enabled: bool
    payload_version: Literal[1, 2]
    new_secret: "NewWebhookSecret"


class ChangedWebhookEndpoint(TypedDict):
    id: int
    url: str
    event_types: Optional[List[Union[Literal["batch.finished", "batch.pdfs_ready", "invoice.failed", "invoice.accepted", "invoice.accepted_with_errors", "invoice.rejected", "invoice.annulled", "invoice.sii_accepted", "invoice.sii_accepted_with_errors", "invoice.sii_rejected", "invoice.sii_overdue_soon", "invoice.payment_recorded", "invoice.spfe_admitted", "invoice.spfe_rejected", "invoice.spfe_withdrawn", "invoice.spfe_overdue", "invoice.spfe_paid_by_recipient", "invoice.spfe_rejected_by_recipient", "webhook.test"], str]]]
    payload_version: Union[Literal[1, 2], int]
    enabled: bool
    created_at: str
    previous_secret_until: Optional[str]
    failing_since: Optional[str]
    waiting_events: int
    last_failure: Optional[str]
    secret: Optional[str]


class ChangedWebhookEndpointAnswer(TypedDict):
    data: "ChangedWebhookEndpoint"


class _ChargeInputRequired(TypedDict):
    reason: str


class ChargeInput(_ChargeInputRequired, total=False):
    amount: Optional[Union[Decimal, float, str]]
    percent: Optional[Union[Decimal, float, str]]
    tax_type: Optional[Literal["iva", "psi", "igic", "others", "oss"]]
    tax_regime: Optional[Literal["01", "02", "03", "04", "05", "06", "07", "08", "09", "10", "11", "14", "15", "17", "18", "19", "20", "21"]]
    tax_operation_key: Optional[Literal["S1", "S2", "N1", "N2"]]
    tax_exemption_code: Optional[Literal["E1", "E2", "E3", "E4", "E5", "E6", "E7", "E8"]]
    tax_rate: Optional[Union[Decimal, float, str]]
    tax_country: Optional[str]
    equivalence_surcharge_rate: Optional[Union[Decimal, float, str]]
    supply: Optional[Literal["goods", "services"]]
    tax_code: Optional[Literal["IEH", "IECE", "IEPI", "IEA", "IET", "IELC", "IEE", "IEC", "IEP", "IEDE", "IMPTAS", "RESTO"]]


class ComputedInvoice(TypedDict):
    index: int
    external_invoice_id: Optional[str]
    totals: "InvoiceTotals"
    tax_groups: List["TaxGroup"]


class ConnectedInvoice(TypedDict):
    issued_invoice_id: int
    invoice_number: str
    issue_date: str
    invoice_type: Union[Literal["F1", "F2", "F3", "R1", "R2", "R3", "R4", "R5"], str]
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
    event_types: Optional[List[Literal["batch.finished", "batch.pdfs_ready", "invoice.failed", "invoice.accepted", "invoice.accepted_with_errors", "invoice.rejected", "invoice.annulled", "invoice.sii_accepted", "invoice.sii_accepted_with_errors", "invoice.sii_rejected", "invoice.sii_overdue_soon", "invoice.payment_recorded", "invoice.spfe_admitted", "invoice.spfe_rejected", "invoice.spfe_withdrawn", "invoice.spfe_overdue", "invoice.spfe_paid_by_recipient", "invoice.spfe_rejected_by_recipient", "webhook.test"]]]
    payload_version: Literal[1, 2]


class CreatedWebhookEndpoint(TypedDict):
    id: int
    url: str
    event_types: Optional[List[Union[Literal["batch.finished", "batch.pdfs_ready", "invoice.failed", "invoice.accepted", "invoice.accepted_with_errors", "invoice.rejected", "invoice.annulled", "invoice.sii_accepted", "invoice.sii_accepted_with_errors", "invoice.sii_rejected", "invoice.sii_overdue_soon", "invoice.payment_recorded", "invoice.spfe_admitted", "invoice.spfe_rejected", "invoice.spfe_withdrawn", "invoice.spfe_overdue", "invoice.spfe_paid_by_recipient", "invoice.spfe_rejected_by_recipient", "webhook.test"], str]]]
    payload_version: Union[Literal[1, 2], int]
    enabled: bool
    created_at: str
    previous_secret_until: Optional[str]
    failing_since: Optional[str]
    waiting_events: int
    last_failure: Optional[str]
    secret: str


class CreatedWebhookEndpointAnswer(TypedDict):
    data: "CreatedWebhookEndpoint"


class _CreditInputRequired(TypedDict):
    reason: str


class CreditInput(_CreditInputRequired, total=False):
    lines: Optional[List["CreditLineInput"]]
    number_serie: Optional[str]
    series: Optional[str]
    invoice_type: Optional[Literal["R1", "R2", "R3", "R4", "R5"]]
    issue_date: Optional[str]
    external_invoice_id: Optional[str]
    metadata: Optional[Dict[str, str]]


class _CreditLineInputRequired(TypedDict):
    line: int


class CreditLineInput(_CreditLineInputRequired, total=False):
    units: Optional[Union[Decimal, float, str]]
    amount: Optional[Union[Decimal, float, str]]


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
    format: Union[Literal["ubl", "cii", "facturae", "hybrid"], str]
    media_type: str
    available: bool
    reason: Optional["FormatRefusal"]
    profiles: List["DocumentProfile"]


class DocumentFormatsAnswer(TypedDict):
    data: List["DocumentFormat"]


class DocumentProfile(TypedDict):
    profile: Union[Literal["cen", "peppol", "spfe"], str]
    available: bool
    reason: Optional["FormatRefusal"]


class DueDate(TypedDict):
    date: str
    amount: Union[Decimal, float, str]


class DueEntry(TypedDict):
    id: int
    external_invoice_id: Optional[str]
    invoice_number: str
    due_by: str


class ElectronicAddress(TypedDict):
    scheme: str
    value: str


class ErrorAnswer(TypedDict):
    error: "ErrorObject"


class _ErrorDetailRequired(TypedDict):
    path: str
    code: Union[Literal["blank", "must_be_blank", "invalid", "unknown_value", "forbidden_characters", "too_long", "too_many", "too_many_digits", "out_of_range", "not_allowed", "not_supported", "not_found", "not_authorized", "duplicate", "more_left_out", "inconsistent", "too_old", "not_in_census", "missing", "unknown_member", "wrong_type", "too_few", "not_expressible"], str]
    message: str
    aeat_code: Optional[int]
    help: str


class ErrorDetail(_ErrorDetailRequired, total=False):
    rule: str


class _ErrorObjectRequired(TypedDict):
    code: str
    message: str
    request_id: str
    details: List["ErrorDetail"]


class ErrorObject(_ErrorObjectRequired, total=False):
    invoice_id: int


class EventBatch(TypedDict):
    id: int
    external_batch_id: Optional[str]


class EventPayment(TypedDict):
    id: int
    date: str
    amount: str
    currency: str
    means: Union[Literal["cash_on_delivery", "cash", "credit_card", "bank_transfer", "bizum", "bank_remittance", "others", "direct_debit", "cheque", "not_collected"], str]
    outstanding_amount: str
    reverses: Optional[int]


class FailedInvoice(TypedDict):
    id: int
    external_invoice_id: Optional[str]
    invoice_number: Optional[str]
    processing_status: Literal["failed"]


class FinishedBatch(TypedDict):
    id: int
    external_batch_id: Optional[str]
    status: Union[Literal["processed", "processed_with_errors", "failed"], str]
    invoices_count: int
    processed_count: int
    failed_count: int


class FormatRefusal(TypedDict):
    rule: str
    message: str


class FoundInvoice(TypedDict):
    id: int
    external_invoice_id: Optional[str]
    invoice_number: Optional[str]
    total_after_taxes: Optional[str]
    processing_status: Union[Literal["pending", "processing", "processed", "failed"], str]
    processing_error: Optional[str]
    issued_invoice_id: Optional[int]
    verifactu_state: Optional[Union[Literal["remission", "accepted", "accepted_with_errors", "rejected"], str]]
    invoice_batch_id: int
    issuer_nif: Optional[str]
    issue_date: Optional[str]
    operation_date: Optional[str]
    invoice_type: Optional[Union[Literal["F1", "F2", "F3", "R1", "R2", "R3", "R4", "R5"], str]]
    metadata: Dict[str, str]
    annulled_at: Optional[str]
    rectified_by: List["ConnectedInvoice"]
    updated_at: str
    register: Optional[Union[Literal["verifactu", "sii"], str]]
    sii: Optional["SiiEntry"]


class Invoice(TypedDict):
    id: int
    external_invoice_id: Optional[str]
    invoice_number: Optional[str]
    total_after_taxes: Optional[str]
    processing_status: Union[Literal["pending", "processing", "processed", "failed"], str]
    processing_error: Optional[str]
    issued_invoice_id: Optional[int]
    verifactu_state: Optional[Union[Literal["remission", "accepted", "accepted_with_errors", "rejected"], str]]
    invoice_batch_id: int
    issuer_nif: Optional[str]
    issue_date: Optional[str]
    operation_date: Optional[str]
    invoice_type: Optional[Union[Literal["F1", "F2", "F3", "R1", "R2", "R3", "R4", "R5"], str]]
    metadata: Dict[str, str]
    annulled_at: Optional[str]
    rectified_by: List["ConnectedInvoice"]
    updated_at: str
    register: Optional[Union[Literal["verifactu", "sii"], str]]
    sii: Optional["SiiEntry"]
    recipient: Optional["ListedRecipient"]
    recipients_count: Optional[int]
    totals: Optional["InvoiceTotals"]
    spfe_state: Optional[Union[Literal["not_concerned", "unknown", "elsewhere", "blocked", "prepared", "held", "pending", "sending", "uncertain", "admitted", "rejected", "withdrawing", "withdrawn", "conflict", "waiting_transport"], str]]


class InvoiceAcceptedEvent(TypedDict):
    type: Literal["invoice.accepted"]
    version: Literal[2]
    timestamp: str
    data: "InvoiceAcceptedEventData"


class InvoiceAcceptedEventData(TypedDict):
    batch: "EventBatch"
    invoice: "AnsweredInvoice"


class InvoiceAcceptedWithErrorsEvent(TypedDict):
    type: Literal["invoice.accepted_with_errors"]
    version: Literal[2]
    timestamp: str
    data: "InvoiceAcceptedWithErrorsEventData"


class InvoiceAcceptedWithErrorsEventData(TypedDict):
    batch: "EventBatch"
    invoice: "AnsweredInvoice"


class InvoiceAnnulledEvent(TypedDict):
    type: Literal["invoice.annulled"]
    version: Literal[2]
    timestamp: str
    data: "InvoiceAnnulledEventData"


class InvoiceAnnulledEventData(TypedDict):
    batch: "EventBatch"
    invoice: "AnnulledInvoice"


class InvoiceBatch(TypedDict):
    id: int
    external_batch_id: Optional[str]
    status: Union[Literal["received", "processing", "processed", "processed_with_errors", "failed"], str]
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
    version: Literal[2]
    timestamp: str
    data: "InvoiceFailedEventData"


class InvoiceFailedEventData(TypedDict):
    batch: "EventBatch"
    invoice: "FailedInvoice"


class _InvoiceInputRequired(TypedDict):
    issuer_nif: str
    lines: List["InvoiceLineInput"]


class InvoiceInput(_InvoiceInputRequired, total=False):
    external_invoice_id: Optional[str]
    number_serie: Optional[str]
    series: Optional[str]
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
    billing_authorisations: Optional[List["BillingAuthorisationInput"]]
    spfe_channel: Optional[Literal["interconnect", "copy", "elsewhere"]]
    reimbursable_expenses: Optional[List["ReimbursableExpenseInput"]]
    allowances: Optional[List["AllowanceInput"]]
    charges: Optional[List["ChargeInput"]]
    property: Optional["LeasedProperty"]
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
    supply: Optional[Literal["goods", "services"]]
    income_tax_withholding_rate: Optional[Union[Decimal, float, str]]
    withholding_concept: Optional[Literal["01", "02", "03", "04", "05", "06", "07", "08", "09", "10", "11"]]
    margin: Optional[Union[Decimal, float, str]]
    second_hand_kind: Optional[Literal["used_goods", "art", "collectors_items"]]
    cost_base: Optional[Union[Decimal, float, str]]
    property: Optional["LeasedProperty"]
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


class InvoicePaymentRecordedEvent(TypedDict):
    type: Literal["invoice.payment_recorded"]
    version: Literal[2]
    timestamp: str
    data: "InvoicePaymentRecordedEventData"


class InvoicePaymentRecordedEventData(TypedDict):
    batch: "EventBatch"
    invoice: "PaidInvoice"
    payment: "EventPayment"


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
    version: Literal[2]
    timestamp: str
    data: "InvoiceRejectedEventData"


class InvoiceRejectedEventData(TypedDict):
    batch: "EventBatch"
    invoice: "AnsweredInvoice"


class InvoiceSiiAcceptedEvent(TypedDict):
    type: Literal["invoice.sii_accepted"]
    version: Literal[2]
    timestamp: str
    data: "InvoiceSiiAcceptedEventData"


class InvoiceSiiAcceptedEventData(TypedDict):
    batch: "EventBatch"
    invoice: "AnsweredEntry"


class InvoiceSiiAcceptedWithErrorsEvent(TypedDict):
    type: Literal["invoice.sii_accepted_with_errors"]
    version: Literal[2]
    timestamp: str
    data: "InvoiceSiiAcceptedWithErrorsEventData"


class InvoiceSiiAcceptedWithErrorsEventData(TypedDict):
    batch: "EventBatch"
    invoice: "AnsweredEntry"


class InvoiceSiiOverdueSoonEvent(TypedDict):
    type: Literal["invoice.sii_overdue_soon"]
    version: Literal[2]
    timestamp: str
    data: "InvoiceSiiOverdueSoonEventData"


class InvoiceSiiOverdueSoonEventData(TypedDict):
    batch: "EventBatch"
    invoice: "DueEntry"


class InvoiceSiiRejectedEvent(TypedDict):
    type: Literal["invoice.sii_rejected"]
    version: Literal[2]
    timestamp: str
    data: "InvoiceSiiRejectedEventData"


class InvoiceSiiRejectedEventData(TypedDict):
    batch: "EventBatch"
    invoice: "AnsweredEntry"


class InvoiceSpfeAdmittedEvent(TypedDict):
    type: Literal["invoice.spfe_admitted"]
    version: Literal[2]
    timestamp: str
    data: "InvoiceSpfeAdmittedEventData"


class InvoiceSpfeAdmittedEventData(TypedDict):
    batch: "EventBatch"
    invoice: "AdmittedDelivery"


class InvoiceSpfeOverdueEvent(TypedDict):
    type: Literal["invoice.spfe_overdue"]
    version: Literal[2]
    timestamp: str
    data: "InvoiceSpfeOverdueEventData"


class InvoiceSpfeOverdueEventData(TypedDict):
    batch: "EventBatch"
    invoice: "OverdueDelivery"


class InvoiceSpfePaidByRecipientEvent(TypedDict):
    type: Literal["invoice.spfe_paid_by_recipient"]
    version: Literal[2]
    timestamp: str
    data: "InvoiceSpfePaidByRecipientEventData"


class InvoiceSpfePaidByRecipientEventData(TypedDict):
    batch: "EventBatch"
    invoice: "PaidByRecipient"


class InvoiceSpfeRejectedByRecipientEvent(TypedDict):
    type: Literal["invoice.spfe_rejected_by_recipient"]
    version: Literal[2]
    timestamp: str
    data: "InvoiceSpfeRejectedByRecipientEventData"


class InvoiceSpfeRejectedByRecipientEventData(TypedDict):
    batch: "EventBatch"
    invoice: "RejectedByRecipient"


class InvoiceSpfeRejectedEvent(TypedDict):
    type: Literal["invoice.spfe_rejected"]
    version: Literal[2]
    timestamp: str
    data: "InvoiceSpfeRejectedEventData"


class InvoiceSpfeRejectedEventData(TypedDict):
    batch: "EventBatch"
    invoice: "RejectedDelivery"


class InvoiceSpfeWithdrawnEvent(TypedDict):
    type: Literal["invoice.spfe_withdrawn"]
    version: Literal[2]
    timestamp: str
    data: "InvoiceSpfeWithdrawnEventData"


class InvoiceSpfeWithdrawnEventData(TypedDict):
    batch: "EventBatch"
    invoice: "WithdrawnDelivery"


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
    tax_type: Union[Literal["iva", "psi", "igic", "others", "oss"], str]
    tax_regime: Optional[Union[Literal["01", "02", "03", "04", "05", "06", "07", "08", "09", "10", "11", "14", "15", "17", "18", "19", "20", "21"], str]]
    tax_operation_key: Optional[Union[Literal["S1", "S2", "N1", "N2"], str]]
    tax_exemption_code: Optional[Union[Literal["E1", "E2", "E3", "E4", "E5", "E6", "E7", "E8"], str]]
    tax_rate: Optional[str]
    equivalence_surcharge_rate: Optional[str]
    tax_country: Optional[str]
    supply: Optional[Union[Literal["goods", "services"], str]]
    tax_code: Optional[Union[Literal["IEH", "IECE", "IEPI", "IEA", "IET", "IELC", "IEE", "IEC", "IEP", "IEDE", "IMPTAS", "RESTO"], str]]


class IssuedBillingAuthorisation(TypedDict):
    number: str
    description: Optional[str]


IssuedBook = TypedDict(
    "IssuedBook",
    {
        "issuer_nif": str,
        "book": Union[Literal["E", "U"], str],
        "sheet": str,
        "from": str,
        "to": str,
        "rows": List["BookRow"],
        "totals": List["BookRow"],
        "notes": List["BookNote"],
        "notes_count": Dict[str, int],
    },
)


class IssuedBookAnswer(TypedDict):
    data: "IssuedBook"


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
    role: Union[Literal["third_party", "recipient"], str]
    name: Optional[str]
    document: Optional["IssuedByPartyDocument"]


class IssuedByPartyDocument(TypedDict):
    type: Union[Literal["nif", "nie", "passport", "international_vat_number", "eu_vat", "official_id", "residence_certificate", "other_document", "not_registered"], str]
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
    invoice_type: Union[Literal["F1", "F2", "F3", "R1", "R2", "R3", "R4", "R5"], str]
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
    billing_authorisations: List["IssuedBillingAuthorisation"]
    spfe_channel: Optional[Union[Literal["interconnect", "copy", "elsewhere"], str]]
    reimbursable_expenses: List["IssuedReimbursableExpense"]
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


class IssuedLeasedProperty(TypedDict):
    situation: Union[Literal["1", "2", "3", "4"], str]
    cadastral_reference: Optional[str]


class IssuedLine(TypedDict):
    concept: str
    units: str
    unit_code: Optional[str]
    unit_price: str
    discount_percent: Optional[str]
    net_amount: str
    gross_amount: Optional[str]
    tax_type: Union[Literal["iva", "psi", "igic", "others", "oss"], str]
    tax_regime: Optional[Union[Literal["01", "02", "03", "04", "05", "06", "07", "08", "09", "10", "11", "14", "15", "17", "18", "19", "20", "21"], str]]
    tax_operation_key: Optional[Union[Literal["S1", "S2", "N1", "N2"], str]]
    tax_exemption_code: Optional[Union[Literal["E1", "E2", "E3", "E4", "E5", "E6", "E7", "E8"], str]]
    tax_rate: Optional[str]
    equivalence_surcharge_rate: Optional[str]
    tax_country: Optional[str]
    supply: Optional[Union[Literal["goods", "services"], str]]
    income_tax_withholding_rate: Optional[str]
    withholding_concept: Optional[Union[Literal["01", "02", "03", "04", "05", "06", "07", "08", "09", "10", "11"], str]]
    margin: Optional[str]
    second_hand_kind: Optional[Union[Literal["used_goods", "art", "collectors_items"], str]]
    cost_base: Optional[str]
    property: Optional["IssuedLeasedProperty"]
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
    means: Optional[Union[Literal["cash_on_delivery", "cash", "credit_card", "bank_transfer", "bizum", "bank_remittance", "others", "direct_debit"], str]]
    info: Optional[str]
    iban: Optional[str]
    bic: Optional[str]
    mandate_reference: Optional[str]
    creditor_id: Optional[str]
    terms: Optional[str]
    reference: Optional[str]
    paid_on: Optional[str]
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
    document_type: Optional[Union[Literal["nif", "nie", "passport", "international_vat_number", "eu_vat", "official_id", "residence_certificate", "other_document", "not_registered"], str]]
    document_number: Optional[str]
    country_code: Optional[str]
    address: Optional[str]
    postal_code: Optional[str]
    city: Optional[str]
    person_name: Optional["IssuedPersonName"]
    electronic_address: Optional["IssuedElectronicAddress"]
    dir3: Optional["IssuedDir3"]
    contact: Optional["IssuedContact"]
    is_business: Optional[bool]


class IssuedRectification(TypedDict):
    method: Union[Literal["differences", "substitution"], str]
    reason: Optional[str]
    invoices: List["IssuedIdentification"]
    rectified_base: Optional[str]
    rectified_tax: Optional[str]
    rectified_surcharge: Optional[str]


class IssuedReimbursableExpense(TypedDict):
    description: str
    amount: str


IssuerRegister = TypedDict(
    "IssuerRegister",
    {
        "issuer_nif": str,
        "register": Union[Literal["verifactu", "sii"], str],
        "period": Optional[Union[Literal["month", "quarter"], str]],
        "from": str,
    },
)


class _LeasedPropertyRequired(TypedDict):
    situation: Union[Decimal, float, str]


class LeasedProperty(_LeasedPropertyRequired, total=False):
    cadastral_reference: Optional[str]


class _LineAllowanceInputRequired(TypedDict):
    reason: str


class LineAllowanceInput(_LineAllowanceInputRequired, total=False):
    amount: Optional[Union[Decimal, float, str]]
    percent: Optional[Union[Decimal, float, str]]


class ListedEvent(TypedDict):
    id: str
    type: Union[Literal["batch.finished", "batch.pdfs_ready", "invoice.failed", "invoice.accepted", "invoice.accepted_with_errors", "invoice.rejected", "invoice.annulled", "invoice.sii_accepted", "invoice.sii_accepted_with_errors", "invoice.sii_rejected", "invoice.sii_overdue_soon", "invoice.payment_recorded", "invoice.spfe_admitted", "invoice.spfe_rejected", "invoice.spfe_withdrawn", "invoice.spfe_overdue", "invoice.spfe_paid_by_recipient", "invoice.spfe_rejected_by_recipient"], str]
    version: Union[Literal[1, 2], int]
    timestamp: str
    data: Dict[str, Any]


class ListedEventList(TypedDict):
    data: List["ListedEvent"]
    meta: "CursorMeta"


class ListedRecipient(TypedDict):
    name: Optional[str]
    document_type: Optional[Union[Literal["nif", "nie", "passport", "international_vat_number", "eu_vat", "official_id", "residence_certificate", "other_document", "not_registered"], str]]
    document_number: Optional[str]
    country_code: Optional[str]


class LookedUpInvoices(TypedDict):
    external_invoice_id: str
    invoices: List["FoundInvoice"]
    has_more: bool


class LookupAnswer(TypedDict):
    data: List["LookedUpInvoices"]


class LookupBody(TypedDict):
    external_invoice_ids: List[str]


class NewWebhookSecret(TypedDict, total=False):
    previous_valid_hours: int


class Organization(TypedDict):
    id: int
    name: str
    verifactu: bool
    outside_reason: Optional[Union[Literal["sii", "foral", "exempt"], str]]
    migrating: bool
    unique_external_ids: bool
    census: Union[Literal["off", "warn", "refuse"], str]
    census_when_unavailable: Union[Literal["proceed", "hold"], str]
    paused_at: Optional[str]


class OverdueDelivery(TypedDict):
    id: int
    external_invoice_id: Optional[str]
    invoice_number: str
    due_by: str


class PaidByRecipient(TypedDict):
    id: int
    external_invoice_id: Optional[str]
    invoice_number: str
    paid_on: str
    due_on: Optional[str]


class PaidInvoice(TypedDict):
    id: int
    external_invoice_id: Optional[str]
    invoice_number: str


class PartialAnnulment(TypedDict, total=False):
    annulled_at: str
    reason: str


class PartialConnectedInvoice(TypedDict, total=False):
    issued_invoice_id: int
    invoice_number: str
    issue_date: str
    invoice_type: Union[Literal["F1", "F2", "F3", "R1", "R2", "R3", "R4", "R5"], str]
    total_after_taxes: str
    annulled: bool


class _PartialInvoiceRequired(TypedDict):
    id: int


class PartialInvoice(_PartialInvoiceRequired, total=False):
    external_invoice_id: Optional[str]
    invoice_number: Optional[str]
    total_after_taxes: Optional[str]
    processing_status: Union[Literal["pending", "processing", "processed", "failed"], str]
    processing_error: Optional[str]
    issued_invoice_id: Optional[int]
    verifactu_state: Optional[Union[Literal["remission", "accepted", "accepted_with_errors", "rejected"], str]]
    invoice_batch_id: int
    issuer_nif: Optional[str]
    issue_date: Optional[str]
    operation_date: Optional[str]
    invoice_type: Optional[Union[Literal["F1", "F2", "F3", "R1", "R2", "R3", "R4", "R5"], str]]
    metadata: Dict[str, str]
    annulled_at: Optional[str]
    rectified_by: List["PartialConnectedInvoice"]
    updated_at: str
    register: Optional[Union[Literal["verifactu", "sii"], str]]
    sii: Optional["PartialSiiEntry"]
    recipient: Optional["PartialListedRecipient"]
    recipients_count: Optional[int]
    totals: Optional["PartialInvoiceTotals"]
    spfe_state: Optional[Union[Literal["not_concerned", "unknown", "elsewhere", "blocked", "prepared", "held", "pending", "sending", "uncertain", "admitted", "rejected", "withdrawing", "withdrawn", "conflict", "waiting_transport"], str]]


class PartialInvoiceList(TypedDict):
    data: List["PartialInvoice"]
    meta: "CursorMeta"


class PartialInvoiceRegistration(TypedDict, total=False):
    qr_url: Optional[str]
    records: List["RegistrationRecord"]


class PartialInvoiceTotals(TypedDict, total=False):
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


class PartialIssuedDocument(TypedDict, total=False):
    issuer_nif: str
    issuer_name: str
    issuer_person_name: Optional["IssuedPersonName"]
    number_serie: str
    invoice_type: Union[Literal["F1", "F2", "F3", "R1", "R2", "R3", "R4", "R5"], str]
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
    billing_authorisations: List["IssuedBillingAuthorisation"]
    spfe_channel: Optional[Union[Literal["interconnect", "copy", "elsewhere"], str]]
    reimbursable_expenses: List["IssuedReimbursableExpense"]
    payee: Optional["IssuedPayee"]
    footer_note: Optional[str]
    lines: List["IssuedLine"]
    allowances: List["IssuedAllowance"]
    charges: List["IssuedAllowance"]


class PartialListedRecipient(TypedDict, total=False):
    name: Optional[str]
    document_type: Optional[Union[Literal["nif", "nie", "passport", "international_vat_number", "eu_vat", "official_id", "residence_certificate", "other_document", "not_registered"], str]]
    document_number: Optional[str]
    country_code: Optional[str]


class PartialPdfState(TypedDict, total=False):
    state: Union[Literal["not_issued", "pending", "on_demand", "ready", "archived"], str]


class PartialSiiEntry(TypedDict, total=False):
    state: Union[Literal["pending", "sent", "accepted", "accepted_with_errors", "rejected", "withdrawn"], str]
    kind: Union[Literal["A0", "A1", "baja"], str]
    period: str
    csv: Optional[str]
    due_by: Optional[str]
    error: Optional["SiiError"]
    matching: Optional["SiiMatching"]


class PartialSpfeDelivery(TypedDict, total=False):
    state: Union[Literal["not_concerned", "unknown", "elsewhere", "blocked", "prepared", "held", "pending", "sending", "uncertain", "admitted", "rejected", "withdrawing", "withdrawn", "conflict", "waiting_transport"], str]
    reason: Optional[Union[Literal["simplified", "no_recipient", "foreign_recipient", "public_body", "consumer", "before_duty"], str]]
    missing: List[Union[Literal["issuer_setting", "establishment_in_spain", "is_business"], str]]
    rule: Optional[str]
    rule_message: Optional[str]
    channel: Union[Literal["interconnect", "copy", "elsewhere"], str]
    is_copy: bool
    unique_code: "SpfeUniqueCode"
    due_by: Optional[str]
    csv: Optional[str]
    localizador: Optional[str]
    error: Optional["SpfeError"]
    remains_after_annulment: bool
    settlement: Optional["SpfeSettlement"]
    default: Optional["SpfeDefault"]
    recipient: "SpfeRecipient"
    facts: List["SpfeFact"]
    versions: List["SpfeVersion"]
    messages: List["SpfeMessage"]
    pdf_companion_required: bool


class PartialTaxGroup(TypedDict, total=False):
    tax_type: Union[Literal["iva", "psi", "igic", "others", "oss"], str]
    tax_regime: Optional[Union[Literal["01", "02", "03", "04", "05", "06", "07", "08", "09", "10", "11", "14", "15", "17", "18", "19", "20", "21"], str]]
    tax_operation_key: Optional[Union[Literal["S1", "S2", "N1", "N2"], str]]
    tax_exemption_code: Optional[Union[Literal["E1", "E2", "E3", "E4", "E5", "E6", "E7", "E8"], str]]
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


class PartialWarning(TypedDict, total=False):
    path: str
    code: Union[Literal["old_issue_date", "operation_date_past", "units_zero", "margin_not_stated", "foreign_vat_not_stated", "one_stop_shop_to_business", "reverse_charge_abroad", "travel_agency_rate", "rate_not_charged", "zero_rate_charged", "unusual_rate", "withholding_below_one_percent", "withholding_on_simplified", "negative_total", "simplified_limit_exceeded", "cash_limit_exceeded", "nothing_charged", "issuer_address_missing", "issuer_shared", "recipient_address_missing", "description_missing", "corrections_exceed_original", "replacement_differs", "number_differs_in_case", "characters_not_printable", "supply_assumed", "more_left_out", "issued_late", "surcharge_not_due", "recipient_repeated", "substituted_again", "reference_date_differs", "recipient_not_in_census", "unusual_exchange_rate", "not_expressible", "not_signable", "name_split_guessed", "centres_missing", "spfe_not_concerned", "spfe_concern_unknown", "spfe_payment_day_missing", "spfe_property_missing", "spfe_regime_assumed", "spfe_other_withholding", "spfe_exchange_rate_decimals", "spfe_prepaid_amount", "spfe_size_near_limit", "register_total_differs", "census_not_identified", "census_name_differs", "census_deregistered", "census_revoked", "census_unknown", "census_unavailable", "census_spelling"], str]
    message: str
    aeat_code: Optional[int]
    help: str
    rule: str


class _PartialWholeInvoiceRequired(TypedDict):
    id: int


class PartialWholeInvoice(_PartialWholeInvoiceRequired, total=False):
    external_invoice_id: Optional[str]
    invoice_number: Optional[str]
    total_after_taxes: Optional[str]
    processing_status: Union[Literal["pending", "processing", "processed", "failed"], str]
    processing_error: Optional[str]
    issued_invoice_id: Optional[int]
    verifactu_state: Optional[Union[Literal["remission", "accepted", "accepted_with_errors", "rejected"], str]]
    invoice_batch_id: int
    issuer_nif: Optional[str]
    issue_date: Optional[str]
    operation_date: Optional[str]
    invoice_type: Optional[Union[Literal["F1", "F2", "F3", "R1", "R2", "R3", "R4", "R5"], str]]
    metadata: Dict[str, str]
    annulled_at: Optional[str]
    rectified_by: List["PartialConnectedInvoice"]
    updated_at: str
    register: Optional[Union[Literal["verifactu", "sii"], str]]
    sii: Optional["PartialSiiEntry"]
    recipient: Optional["PartialListedRecipient"]
    recipients_count: Optional[int]
    totals: Optional["PartialInvoiceTotals"]
    spfe_state: Optional[Union[Literal["not_concerned", "unknown", "elsewhere", "blocked", "prepared", "held", "pending", "sending", "uncertain", "admitted", "rejected", "withdrawing", "withdrawn", "conflict", "waiting_transport"], str]]
    received_at: str
    issued_at: Optional[str]
    api_version: Union[Literal[1, 2], int]
    sent: Optional[Dict[str, Any]]
    document: Optional["PartialIssuedDocument"]
    tax_groups: Optional[List["PartialTaxGroup"]]
    registration: Optional["PartialInvoiceRegistration"]
    spfe: Optional["PartialSpfeDelivery"]
    pdf: "PartialPdfState"
    warnings: List["PartialWarning"]
    rectifies: List["PartialConnectedInvoice"]
    annulment: Optional["PartialAnnulment"]


class PartialWholeInvoiceAnswer(TypedDict):
    data: "PartialWholeInvoice"


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
    paid_on: Optional[str]
    due: Optional[List["DueDate"]]


class _PaymentOfInvoiceInputRequired(TypedDict):
    invoice_id: int
    date: str
    amount: Union[Decimal, float, str]
    means: Literal["cash_on_delivery", "cash", "credit_card", "bank_transfer", "bizum", "bank_remittance", "others", "direct_debit", "cheque", "not_collected"]


class PaymentOfInvoiceInput(_PaymentOfInvoiceInputRequired, total=False):
    account: Optional[str]
    goods_received_on: Optional[str]
    invoice_received_on: Optional[str]
    financed: Optional[bool]


class PaymentResult(TypedDict):
    index: int
    payment: Optional["RecordedPayment"]
    details: List["ErrorDetail"]


class PaymentsAnswer(TypedDict):
    data: List["PaymentResult"]


class PdfState(TypedDict):
    state: Union[Literal["not_issued", "pending", "on_demand", "ready", "archived"], str]


class PendingInvoice(TypedDict):
    id: int
    invoice_batch_id: int
    processing_status: Literal["pending"]
    url: str


class PendingInvoiceAnswer(TypedDict):
    data: "PendingInvoice"


class Period(TypedDict, total=False):
    start: Optional[str]
    end: Optional[str]


class _PersonNameInputRequired(TypedDict):
    given_name: str
    first_surname: str


class PersonNameInput(_PersonNameInputRequired, total=False):
    second_surname: Optional[str]


class _ProblemRequired(TypedDict):
    type: str
    title: str
    status: int
    detail: str
    instance: str
    code: str
    request_id: str
    details: List["ErrorDetail"]


class Problem(_ProblemRequired, total=False):
    invoice_id: int


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
    is_business: Optional[bool]


class RecipientProfile(TypedDict):
    document_number: str
    person_name: Optional["IssuedPersonName"]
    electronic_address: Optional["IssuedElectronicAddress"]
    dir3: Optional["IssuedDir3"]
    contact: Optional["IssuedContact"]
    is_business: Optional[bool]
    spfe_channel: Optional[Union[Literal["interconnect", "copy", "elsewhere"], str]]
    accepts_without_pdf_since: Optional[str]
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
    is_business: Optional[bool]
    spfe_channel: Optional[Literal["interconnect", "copy", "elsewhere"]]
    accepts_without_pdf_since: Optional[str]
    buyer_reference: Optional[str]
    accounting_reference: Optional[str]
    default_unit_code: Optional[str]


class RecipientProfileList(TypedDict):
    data: List["RecipientProfile"]
    meta: "CursorMeta"


class RecordedPayment(TypedDict):
    id: int
    invoice_id: int
    external_invoice_id: Optional[str]
    date: str
    amount: str
    currency: str
    means: Union[Literal["cash_on_delivery", "cash", "credit_card", "bank_transfer", "bizum", "bank_remittance", "others", "direct_debit", "cheque", "not_collected"], str]
    account: Optional[str]
    goods_received_on: Optional[str]
    invoice_received_on: Optional[str]
    financed: Optional[bool]
    outstanding_amount: str
    reverses: Optional[int]
    reversed_by: Optional[int]
    sii: Optional["SiiCollection"]
    recorded_at: str


class RecordedPaymentAnswer(TypedDict):
    data: "RecordedPayment"


class _RecordedPaymentInputRequired(TypedDict):
    date: str
    amount: Union[Decimal, float, str]
    means: Literal["cash_on_delivery", "cash", "credit_card", "bank_transfer", "bizum", "bank_remittance", "others", "direct_debit", "cheque", "not_collected"]


class RecordedPaymentInput(_RecordedPaymentInputRequired, total=False):
    account: Optional[str]
    goods_received_on: Optional[str]
    invoice_received_on: Optional[str]
    financed: Optional[bool]


class RecordedPaymentList(TypedDict):
    data: List["RecordedPayment"]
    meta: "CursorMeta"


class RecordedPaymentsInput(TypedDict):
    payments: List["PaymentOfInvoiceInput"]


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
    kind: Union[Literal["alta", "anulacion"], str]
    sequence: int
    hash: str
    previous_hash: Optional[str]
    generated_at: str
    state: Union[Literal["remission", "accepted", "accepted_with_errors", "rejected"], str]
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
    sii: Optional["SiiStatus"]


class RegistrationStatusAnswer(TypedDict):
    data: List["RegistrationStatus"]


class ReimbursableExpenseInput(TypedDict):
    description: str
    amount: Union[Decimal, float, str]


class RejectedByRecipient(TypedDict):
    id: int
    external_invoice_id: Optional[str]
    invoice_number: str
    rejected_on: str
    condition: Optional[str]


class RejectedDelivery(TypedDict):
    id: int
    external_invoice_id: Optional[str]
    invoice_number: str
    spfe_state: Literal["rejected"]
    spfe_code: Optional[str]
    spfe_message: Optional[str]


class RenderedBatch(TypedDict):
    id: int
    external_batch_id: Optional[str]
    pdfs_count: int


class Replay(TypedDict):
    queued_events: int


class ReplayAnswer(TypedDict):
    data: "Replay"


class _ReplayBodyRequired(TypedDict):
    occurred_from: str


class ReplayBody(_ReplayBodyRequired, total=False):
    occurred_to: str
    include_delivered: bool


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


class Series(TypedDict):
    id: int
    issuer_nif: str
    code: str
    pattern: str
    invoice_types: List[Union[Literal["F1", "F2", "F3", "R1", "R2", "R3", "R4", "R5"], str]]
    start: int
    start_year: Optional[int]
    closed_at: Optional[str]
    created_at: str
    changed_at: str
    counters: List["SeriesCounter"]
    last_number: Optional[str]


class SeriesAnswer(TypedDict):
    data: "Series"


class SeriesChange(TypedDict):
    pattern: str
    invoice_types: List[Union[Literal["F1", "F2", "F3", "R1", "R2", "R3", "R4", "R5"], str]]
    start: int
    start_year: Optional[int]
    closed: bool
    changed_at: str
    changed_by: str


class SeriesChangeList(TypedDict):
    data: List["SeriesChange"]
    meta: "CursorMeta"


class SeriesCounter(TypedDict):
    year: Optional[int]
    first: int
    last: int
    last_number: str


class _SeriesInputRequired(TypedDict):
    pattern: str


class SeriesInput(_SeriesInputRequired, total=False):
    invoice_types: Optional[List[str]]
    start: Optional[int]
    start_year: Optional[int]
    closed: Optional[bool]


class SeriesList(TypedDict):
    data: List["Series"]
    meta: "CursorMeta"


class SeriesNumber(TypedDict):
    counter: int
    number_serie: str
    invoice_id: int
    invoice_type: Union[Literal["F1", "F2", "F3", "R1", "R2", "R3", "R4", "R5"], str]
    issue_date: str
    issued_at: str
    stated: bool


class SeriesNumberList(TypedDict):
    data: List["SeriesNumber"]
    meta: "CursorMeta"


class Session(TypedDict):
    session_token: str
    expires_at: str


class SiiCollection(TypedDict):
    state: Union[Literal["pending", "sent", "accepted", "accepted_with_errors", "rejected", "withdrawn"], str]
    due_by: Optional[str]
    csv: Optional[str]
    error: Optional["SiiError"]


class SiiEntry(TypedDict):
    state: Union[Literal["pending", "sent", "accepted", "accepted_with_errors", "rejected", "withdrawn"], str]
    kind: Union[Literal["A0", "A1", "baja"], str]
    period: str
    csv: Optional[str]
    due_by: Optional[str]
    error: Optional["SiiError"]
    matching: Optional["SiiMatching"]


class SiiError(TypedDict):
    code: int
    message: Optional[str]


class SiiHalt(TypedDict):
    since: str
    reason: str


class SiiMatching(TypedDict):
    state: Union[Literal["not_applicable", "in_progress", "not_matched", "partly_matched", "matched"], str]
    matched_at: Optional[str]
    recipient: Optional["SiiMatchingAmounts"]


class SiiMatchingAmounts(TypedDict):
    reverse_charge_base: Optional[str]
    base: Optional[str]
    tax: Optional[str]
    surcharge: Optional[str]
    total: Optional[str]


class SiiStatus(TypedDict):
    pending: int
    oldest_pending_at: Optional[str]
    next_due_by: Optional[str]
    overdue: int
    last_answer_at: Optional[str]
    halted: Optional["SiiHalt"]


class SpfeDefault(TypedDict):
    state: Union[Literal["waiting", "waiting_transport", "sending", "uncertain", "accepted", "rejected", "cancelling"], str]
    due_on: str
    goods_received_on: Optional[str]
    invoice_received_on: Optional[str]


class _SpfeDefaultInputRequired(TypedDict):
    due_on: str


class SpfeDefaultInput(_SpfeDefaultInputRequired, total=False):
    goods_received_on: Optional[str]
    invoice_received_on: Optional[str]


class SpfeDelivery(TypedDict):
    state: Union[Literal["not_concerned", "unknown", "elsewhere", "blocked", "prepared", "held", "pending", "sending", "uncertain", "admitted", "rejected", "withdrawing", "withdrawn", "conflict", "waiting_transport"], str]
    reason: Optional[Union[Literal["simplified", "no_recipient", "foreign_recipient", "public_body", "consumer", "before_duty"], str]]
    missing: List[Union[Literal["issuer_setting", "establishment_in_spain", "is_business"], str]]
    rule: Optional[str]
    rule_message: Optional[str]
    channel: Union[Literal["interconnect", "copy", "elsewhere"], str]
    is_copy: bool
    unique_code: "SpfeUniqueCode"
    due_by: Optional[str]
    csv: Optional[str]
    localizador: Optional[str]
    error: Optional["SpfeError"]
    remains_after_annulment: bool
    settlement: Optional["SpfeSettlement"]
    default: Optional["SpfeDefault"]
    recipient: "SpfeRecipient"
    facts: List["SpfeFact"]
    versions: List["SpfeVersion"]
    messages: List["SpfeMessage"]
    pdf_companion_required: bool


class SpfeDeliveryAnswer(TypedDict):
    data: "SpfeDelivery"


class SpfeDowntime(TypedDict):
    since: str
    attempts: int


class SpfeError(TypedDict):
    code: str
    message: Optional[str]


class SpfeFact(TypedDict):
    fact: Union[Literal["is_business", "establishment_in_spain"], str]
    value: bool
    recorded_at: str


class SpfeFactsBody(TypedDict, total=False):
    is_business: bool
    establishment_in_spain: bool


class SpfeHalt(TypedDict):
    since: str
    reason: str


SpfeIssuerStatus = TypedDict(
    "SpfeIssuerStatus",
    {
        "issuer_nif": str,
        "mode": Union[Literal["off", "prepare", "send"], str],
        "channel": Optional[Union[Literal["interconnect", "copy", "elsewhere"], str]],
        "basis": Union[Literal["turnover", "everyone", "voluntary"], str],
        "from": str,
        "pdf_companion_until": Optional[str],
        "halted": Optional["SpfeHalt"],
        "counts": List["SpfeStateCount"],
        "oldest_pending_at": Optional[str],
    },
)


class SpfeMessage(TypedDict):
    id: int
    kind: Union[Literal["SETTLEMENT", "CANCELSETTLEMENT", "DEFAULT", "CANCELDEFAULT", "CANCELINVOICE"], str]
    state: Union[Literal["waiting", "waiting_transport", "sending", "uncertain", "accepted", "rejected", "superseded"], str]
    effective_on: Optional[str]
    due_on: Optional[str]
    goods_received_on: Optional[str]
    invoice_received_on: Optional[str]
    financed: bool
    cancels: Optional[int]
    payment_id: Optional[int]
    reason: Optional[Union[Literal["never_happened", "interconnect_instead"], str]]
    csv: Optional[str]
    error: Optional["SpfeError"]
    requested_at: str


class SpfeNotConcernedCount(TypedDict):
    reason: Union[Literal["simplified", "no_recipient", "foreign_recipient", "public_body", "consumer", "before_duty"], str]
    invoices: int


class SpfeReadiness(TypedDict):
    month: str
    issuer_nif: Optional[str]
    notice: Optional[str]
    examined: int
    is_complete: bool
    concerned: int
    expressible: int
    not_concerned: List["SpfeNotConcernedCount"]
    unknown: List["SpfeUnknownCount"]
    refusals: List["SpfeRefusalCount"]


class SpfeReadinessAnswer(TypedDict):
    data: "SpfeReadiness"


class SpfeRecipient(TypedDict):
    paid_on: Optional[str]
    due_on: Optional[str]
    rejected_on: Optional[str]
    condition: Optional[str]
    presumed_accepted: bool


class SpfeRecipientReport(TypedDict):
    id: int
    invoice_id: int
    external_invoice_id: Optional[str]
    issuer_nif: str
    invoice_number: str
    issue_date: str
    kind: Union[Literal["PAYMENT", "REJECTION"], str]
    effective_on: str
    due_on: Optional[str]
    condition: Optional[str]
    first_seen_at: str
    gone_at: Optional[str]


class SpfeRecipientReportList(TypedDict):
    data: List["SpfeRecipientReport"]
    meta: "CursorMeta"


class SpfeRefusalCount(TypedDict):
    rule: str
    message: str
    invoices: int
    examples: List[str]


class SpfeResendBody(TypedDict):
    reason: str


class SpfeSettlement(TypedDict):
    state: Union[Literal["waiting", "waiting_transport", "sending", "uncertain", "accepted", "rejected", "cancelling"], str]
    collected_on: str
    due_on: Optional[str]
    goods_received_on: Optional[str]
    invoice_received_on: Optional[str]
    financed: bool


class SpfeStateCount(TypedDict):
    state: Union[Literal["not_concerned", "unknown", "elsewhere", "blocked", "prepared", "held", "pending", "sending", "uncertain", "admitted", "rejected", "withdrawing", "withdrawn", "conflict", "waiting_transport"], str]
    invoices: int


class SpfeStatus(TypedDict):
    transport: Union[Literal["none", "sandbox"], str]
    environment: Union[Literal["test", "production"], str]
    notice: Optional[str]
    downtime: Optional["SpfeDowntime"]
    counted_from: str
    issuers: List["SpfeIssuerStatus"]


class SpfeStatusAnswer(TypedDict):
    data: "SpfeStatus"


class SpfeUniqueCode(TypedDict):
    issuer_nif: str
    number: str
    issue_date: str


class SpfeUnknownCount(TypedDict):
    missing: Union[Literal["issuer_setting", "establishment_in_spain", "is_business"], str]
    invoices: int


class SpfeVersion(TypedDict):
    version: int
    is_copy: bool
    size: int
    sha256: str
    reason: Optional[str]
    created_at: str


class SpfeWithdrawalBody(TypedDict):
    reason: Literal["never_happened", "interconnect_instead"]


class TaxGroup(TypedDict):
    tax_type: Union[Literal["iva", "psi", "igic", "others", "oss"], str]
    tax_regime: Optional[Union[Literal["01", "02", "03", "04", "05", "06", "07", "08", "09", "10", "11", "14", "15", "17", "18", "19", "20", "21"], str]]
    tax_operation_key: Optional[Union[Literal["S1", "S2", "N1", "N2"], str]]
    tax_exemption_code: Optional[Union[Literal["E1", "E2", "E3", "E4", "E5", "E6", "E7", "E8"], str]]
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
    code: Union[Literal["old_issue_date", "operation_date_past", "units_zero", "margin_not_stated", "foreign_vat_not_stated", "one_stop_shop_to_business", "reverse_charge_abroad", "travel_agency_rate", "rate_not_charged", "zero_rate_charged", "unusual_rate", "withholding_below_one_percent", "withholding_on_simplified", "negative_total", "simplified_limit_exceeded", "cash_limit_exceeded", "nothing_charged", "issuer_address_missing", "issuer_shared", "recipient_address_missing", "description_missing", "corrections_exceed_original", "replacement_differs", "number_differs_in_case", "characters_not_printable", "supply_assumed", "more_left_out", "issued_late", "surcharge_not_due", "recipient_repeated", "substituted_again", "reference_date_differs", "recipient_not_in_census", "unusual_exchange_rate", "not_expressible", "not_signable", "name_split_guessed", "centres_missing", "spfe_not_concerned", "spfe_concern_unknown", "spfe_payment_day_missing", "spfe_property_missing", "spfe_regime_assumed", "spfe_other_withholding", "spfe_exchange_rate_decimals", "spfe_prepaid_amount", "spfe_size_near_limit", "register_total_differs", "census_not_identified", "census_name_differs", "census_deregistered", "census_revoked", "census_unknown", "census_unavailable", "census_spelling"], str]
    message: str
    aeat_code: Optional[int]
    help: str


class Warning(_WarningRequired, total=False):
    rule: str


class WebhookEndpoint(TypedDict):
    id: int
    url: str
    event_types: Optional[List[Union[Literal["batch.finished", "batch.pdfs_ready", "invoice.failed", "invoice.accepted", "invoice.accepted_with_errors", "invoice.rejected", "invoice.annulled", "invoice.sii_accepted", "invoice.sii_accepted_with_errors", "invoice.sii_rejected", "invoice.sii_overdue_soon", "invoice.payment_recorded", "invoice.spfe_admitted", "invoice.spfe_rejected", "invoice.spfe_withdrawn", "invoice.spfe_overdue", "invoice.spfe_paid_by_recipient", "invoice.spfe_rejected_by_recipient", "webhook.test"], str]]]
    payload_version: Union[Literal[1, 2], int]
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
    version: Literal[2]
    timestamp: str
    data: "WebhookTestEventData"


class WebhookTestEventData(TypedDict):
    webhook_endpoint: "TestedEndpoint"


class WholeInvoice(TypedDict):
    id: int
    external_invoice_id: Optional[str]
    invoice_number: Optional[str]
    total_after_taxes: Optional[str]
    processing_status: Union[Literal["pending", "processing", "processed", "failed"], str]
    processing_error: Optional[str]
    issued_invoice_id: Optional[int]
    verifactu_state: Optional[Union[Literal["remission", "accepted", "accepted_with_errors", "rejected"], str]]
    invoice_batch_id: int
    issuer_nif: Optional[str]
    issue_date: Optional[str]
    operation_date: Optional[str]
    invoice_type: Optional[Union[Literal["F1", "F2", "F3", "R1", "R2", "R3", "R4", "R5"], str]]
    metadata: Dict[str, str]
    annulled_at: Optional[str]
    rectified_by: List["ConnectedInvoice"]
    updated_at: str
    register: Optional[Union[Literal["verifactu", "sii"], str]]
    sii: Optional["SiiEntry"]
    recipient: Optional["ListedRecipient"]
    recipients_count: Optional[int]
    totals: Optional["InvoiceTotals"]
    spfe_state: Optional[Union[Literal["not_concerned", "unknown", "elsewhere", "blocked", "prepared", "held", "pending", "sending", "uncertain", "admitted", "rejected", "withdrawing", "withdrawn", "conflict", "waiting_transport"], str]]
    received_at: str
    issued_at: Optional[str]
    api_version: Union[Literal[1, 2], int]
    sent: Optional[Dict[str, Any]]
    document: Optional["IssuedDocument"]
    tax_groups: Optional[List["TaxGroup"]]
    registration: Optional["InvoiceRegistration"]
    spfe: Optional["SpfeDelivery"]
    pdf: "PdfState"
    warnings: List["Warning"]
    rectifies: List["ConnectedInvoice"]
    annulment: Optional["Annulment"]


class WholeInvoiceAnswer(TypedDict):
    data: "WholeInvoice"


class WithdrawnDelivery(TypedDict):
    id: int
    external_invoice_id: Optional[str]
    invoice_number: str
    spfe_state: Literal["withdrawn"]


class Withholding(TypedDict):
    rate: str
    base: str
    amount: str
