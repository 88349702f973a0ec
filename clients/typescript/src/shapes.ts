import type { components, operations, webhooks } from './generated/schema.ts';

/* Names for the types that programs use most; all others are in `components` and `operations`. */

type Schemas = components['schemas'];
type ListQuery<Operation extends keyof operations> = Omit<
  NonNullable<operations[Operation]['parameters']['query']>,
  'cursor' | 'limit' | 'fields'
>;

export type BatchInput = Schemas['BatchInput'];
export type InvoiceInput = Schemas['InvoiceInput'];
export type InvoiceLineInput = Schemas['InvoiceLineInput'];
export type InvoiceBatch = Schemas['InvoiceBatch'];
export type Invoice = Schemas['Invoice'];
export type WholeInvoice = Schemas['WholeInvoice'];
/** Invoices with the members that `fields` asked for. */
export type PartialInvoice = Schemas['PartialInvoice'];
export type PartialWholeInvoice = Schemas['PartialWholeInvoice'];
export type DocumentFormat = Schemas['DocumentFormat'];
/** The formats of electronic invoices. */
export type ElectronicFormat = operations['downloadDocument']['parameters']['path']['format'];
/** The profiles of UBL. */
export type UblProfile = NonNullable<
  NonNullable<operations['downloadDocument']['parameters']['query']>['profile']
>;
export type LookedUpInvoices = Schemas['LookedUpInvoices'];
export type BatchSummary = Schemas['BatchSummary'];
export type Registration = Schemas['Registration'];
export type RegistrationStatus = Schemas['RegistrationStatus'];
export type ResponsibleDeclaration = Schemas['ResponsibleDeclarationAnswer']['data'];
export type Correction = Schemas['AnnulBody'];
export type Resending = Schemas['ResendBody'];
export type InvoiceErrors = Schemas['InvoiceErrors'];
export type InvoiceWarnings = Schemas['InvoiceWarnings'];
export type Validation = Schemas['ValidationSummary'] & Omit<Schemas['ValidationAnswer'], 'data'>;
type NewestEvent = webhooks[keyof webhooks]['post']['requestBody']['content']['application/json'];
/** The names in payloads of version 1. */
type OlderNames = { batch: 'invoice_batch'; invoice: 'batch_invoice' };
type OlderEvent<Event> = Event extends { data: infer Data }
  ? Omit<Event, 'version' | 'data'> & {
      version: 1;
      data: { [Name in keyof Data as Name extends keyof OlderNames ? OlderNames[Name] : Name]: Data[Name] };
    }
  : never;
/**
 * The body of a webhook, after its signature was verified. `type` identifies the event, and
 * `version` the names in `data`: the `payload_version` of the endpoint.
 */
export type WebhookEvent = NewestEvent | OlderEvent<NewestEvent>;
export type RecipientProfile = Schemas['RecipientProfile'];
export type RecipientProfileInput = Schemas['RecipientProfileInput'];
export type WebhookEndpoint = Schemas['WebhookEndpoint'];
export type WebhookEndpointInput = Schemas['CreateWebhookEndpointBody'];
/** An endpoint with its secret, which the engine shows only once. */
export type CreatedWebhookEndpoint = Schemas['CreatedWebhookEndpoint'];
export type WebhookEndpointChange = Schemas['ChangeWebhookEndpointBody'];
/** An endpoint with its new secret, if it was replaced. */
export type ChangedWebhookEndpoint = Schemas['ChangedWebhookEndpoint'];
export type WebhookTest = Schemas['WebhookTestAnswer']['data'];
export type Access = Schemas['Access'];
export type Series = Schemas['Series'];
export type SeriesInput = Schemas['SeriesInput'];
export type SeriesChange = Schemas['SeriesChange'];
export type SeriesNumber = Schemas['SeriesNumber'];
/** An invoice that is stored and not issued yet. */
export type PendingInvoice = Schemas['PendingInvoice'];
/** What of an issued invoice is credited, and why. */
export type CreditInput = Schemas['CreditInput'];
export type RecordedPaymentInput = Schemas['RecordedPaymentInput'];
export type PaymentOfInvoiceInput = Schemas['PaymentOfInvoiceInput'];
export type RecordedPayment = Schemas['RecordedPayment'];
export type PaymentResult = Schemas['PaymentResult'];
/** The delivery of an invoice to AEAT's public solution of electronic invoices (SPFE). */
export type SpfeDelivery = Schemas['SpfeDelivery'];
export type SpfeDefaultInput = Schemas['SpfeDefaultInput'];
export type SpfeWithdrawal = Schemas['SpfeWithdrawalBody'];
export type SpfeResending = Schemas['SpfeResendBody'];
/** One fact that decides whether an invoice goes to the SPFE. */
export type SpfeFact = Schemas['SpfeFactsBody'];
export type SpfeRecipientReport = Schemas['SpfeRecipientReport'];
export type SpfeStatus = Schemas['SpfeStatus'];
export type SpfeReadiness = Schemas['SpfeReadiness'];
/** The month, such as `2026-11`, and the issuer. */
export type SpfeReadinessFilter = operations['getSpfeReadiness']['parameters']['query'];
export type ListedEvent = Schemas['ListedEvent'];
export type Replay = Schemas['Replay'];
export type ReplayInput = Omit<Schemas['ReplayBody'], 'include_delivered'> &
  Partial<Pick<Schemas['ReplayBody'], 'include_delivered'>>;
/** The issuer, the period and the format of a book. */
export type IssuedBookFilter = operations['downloadIssuedBook']['parameters']['query'];
export type BatchFilter = ListQuery<'listInvoiceBatches'>;
export type BatchInvoiceFilter = ListQuery<'listInvoicesOfBatch'>;
export type InvoiceFilter = ListQuery<'listInvoices'>;
export type EventFilter = ListQuery<'listEvents'>;
export type SpfeRecipientReportFilter = ListQuery<'listSpfeRecipientReports'>;
export type SeriesFilter = ListQuery<'listSeries'>;
export type SeriesNumberFilter = Omit<ListQuery<'listSeriesNumbers'>, 'issuer_nif'>;

/** The result of a submit. */
export type Submitted = InvoiceBatch &
  Omit<Schemas['CreateBatchAnswer'], 'data'> & {
    readonly idempotencyKey: string;
    /** Whether an earlier request with this key created the batch. */
    readonly isReplayed: boolean;
  };

/**
 * How long the engine waits until an invoice is issued (RFC 7240): not at all, or some seconds, at
 * most 5.
 */
export type Preference = 'respond-async' | `wait=${number}`;

/** An invoice that a request created. */
export type CreatedInvoice = (
  | (WholeInvoice & { readonly isIssued: true })
  | (PendingInvoice & { readonly isIssued: false })
) & {
  readonly idempotencyKey: string;
  /** Whether an earlier request with this key created the invoice. */
  readonly isReplayed: boolean;
};
