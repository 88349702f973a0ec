import type { components, operations, webhooks } from './schema.ts';

/* Names for the types that programs use most; all others are in `components` and `operations`. */

type Schemas = components['schemas'];
type ListQuery<Operation extends keyof operations> = Omit<
  NonNullable<operations[Operation]['parameters']['query']>,
  'cursor' | 'limit'
>;

export type BatchInput = Schemas['BatchInput'];
export type InvoiceInput = Schemas['InvoiceInput'];
export type InvoiceLineInput = Schemas['InvoiceLineInput'];
export type InvoiceBatch = Schemas['InvoiceBatch'];
export type Invoice = Schemas['Invoice'];
export type WholeInvoice = Schemas['WholeInvoice'];
export type DocumentFormat = Schemas['DocumentFormat'];
/** The formats of electronic invoices. */
export type ElectronicFormat = DocumentFormat['format'];
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
/** The body of a webhook, after its signature was verified; `type` identifies the event. */
export type WebhookEvent = webhooks[keyof webhooks]['post']['requestBody']['content']['application/json'];
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
export type BatchFilter = ListQuery<'listInvoiceBatches'>;
export type BatchInvoiceFilter = ListQuery<'listInvoicesOfBatch'>;
export type InvoiceFilter = ListQuery<'listInvoices'>;

/** The result of a submit. */
export type Submitted = InvoiceBatch &
  Omit<Schemas['CreateBatchAnswer'], 'data'> & {
    readonly idempotencyKey: string;
    /** Whether an earlier request with this key created the batch. */
    readonly isReplayed: boolean;
  };
