import type { components, operations, webhooks } from './schema.ts';

/* Names for the types that programs use most; all others are in `components` and `operations`. */

type Schemas = components['schemas'];
type ListQuery<Operation extends keyof operations> = Omit<
  NonNullable<operations[Operation]['parameters']['query']>,
  'page' | 'per_page'
>;

export type BatchInput = Schemas['BatchInput'];
export type InvoiceInput = Schemas['InvoiceInput'];
export type InvoiceLineInput = Schemas['InvoiceLineInput'];
export type InvoiceBatch = Schemas['InvoiceBatch'];
export type BatchInvoice = Schemas['BatchInvoice'];
export type BatchSummary = Schemas['BatchSummary'];
export type Registration = Schemas['Registration'];
export type RegistrationStatus = Schemas['RegistrationStatus'];
export type ResponsibleDeclaration = Schemas['ResponsibleDeclarationAnswer']['data'];
export type Finding = Schemas['Finding'];
export type Warning = Schemas['Warning'];
/** The body of a webhook, after its signature was verified; `type` identifies the event. */
export type WebhookEvent = webhooks[keyof webhooks]['post']['requestBody']['content']['application/json'];
export type Correction = Schemas['AnnulBody'];
export type Resending = Schemas['ResendBody'];
export type BatchFilter = ListQuery<'listInvoiceBatches'>;
export type InvoiceFilter = ListQuery<'listBatchInvoices'>;
export type InvoiceSearch = ListQuery<'searchBatchInvoices'>;

/** The result of a submit. */
export type Submitted = InvoiceBatch & {
  /** The messages of invoices that failed at once, by `external_invoice_id`, or `invoices[<index>]`. */
  readonly errors: Readonly<Record<string, readonly string[]>>;
  readonly idempotencyKey: string;
  /** Whether an earlier request with this key created the batch. */
  readonly isReplayed: boolean;
};

export type Validation = Schemas['ValidationSummary'] & {
  readonly findings: readonly Finding[];
  /** Warnings about invoices without findings; none from an engine that does not support them. */
  readonly warnings: readonly Warning[];
};
