import { type Call, createCaller, type Query, readJson } from './call.ts';
import {
  type ArchivedPdf,
  downloadArchive,
  downloadPdfs,
  placeOfDocuments,
  placeOfPdfs,
} from './download-pdfs.ts';
import { createExchange, readBytes } from './exchange.ts';
import { findRoot } from './find-root.ts';
import { type Page, readPages } from './read-pages.ts';
import type {
  BatchFilter,
  BatchInput,
  BatchInvoiceFilter,
  BatchSummary,
  ChangedWebhookEndpoint,
  Correction,
  CreatedWebhookEndpoint,
  DocumentFormat,
  ElectronicFormat,
  Invoice,
  InvoiceBatch,
  InvoiceFilter,
  InvoiceInput,
  LookedUpInvoices,
  RecipientProfile,
  RecipientProfileInput,
  Registration,
  RegistrationStatus,
  Resending,
  ResponsibleDeclaration,
  Submitted,
  UblProfile,
  Validation,
  WebhookEndpoint,
  WebhookEndpointChange,
  WebhookEndpointInput,
  WebhookTest,
  WholeInvoice,
} from './shapes.ts';
import { type Waiting, waitForBatch } from './wait-for-batch.ts';
import { MOST_OF_PDF } from './read-zip.ts';

export { EngineError, type ErrorDetail } from './engine-error.ts';
export type { ArchivedPdf, ManifestEntry } from './download-pdfs.ts';
export type { ArchivedFile } from './read-zip.ts';
export type { components, operations, webhooks } from './schema.ts';
export type * from './shapes.ts';
export { verifyWebhook, WebhookFault, type WebhookHeaders } from './verify-webhook.ts';
export type { Stage, Waiting } from './wait-for-batch.ts';

export type EngineOptions = {
  /** The address of the API, with or without `/api/v2`. */
  readonly url: string;
  /** `org_live_…` */
  readonly apiKey: string;
  /** The time for which a call is repeated while the engine is not reachable or asks to wait; default: 2 minutes. */
  readonly patienceMs?: number;
  /** The time without data after which a connection counts as broken; default: 60 s. */
  readonly silenceMs?: number;
  readonly fetch?: typeof globalThis.fetch;
};

/** Every call accepts a signal, and rejects with its reason. */
export type Abortable = { readonly signal?: AbortSignal | undefined };

/** A client of an engine for one organization. Members have the names of the API. */
export type Engine = {
  /**
   * Submits a batch once. After any failure the request is repeated with the same key.
   * @param batch a batch, or the complete request body as a text, which is sent unchanged.
   */
  submit(batch: BatchInput | string, options?: Abortable & { idempotencyKey?: string }): Promise<Submitted>;
  /** Validates a batch without storing anything. @param options `documents`: formats for which invoices that they cannot express get a warning. */
  validate(
    batch: BatchInput | string,
    options?: Abortable & { documents?: readonly ElectronicFormat[] },
  ): Promise<Validation>;
  /** Waits until a batch is issued, its PDFs are rendered, or AEAT has answered its records. */
  wait(batchId: number, options?: Waiting): Promise<BatchSummary>;
  summary(batchId: number, options?: Abortable): Promise<BatchSummary>;
  getBatch(batchId: number, options?: Abortable): Promise<InvoiceBatch>;
  /** Returns an invoice with its document, amounts, registration, warnings and connected invoices. */
  getInvoice(invoiceId: number, options?: Abortable): Promise<WholeInvoice>;
  /** Lists batches, newest first. */
  listBatches(filter?: BatchFilter, options?: Abortable): AsyncGenerator<InvoiceBatch, void, void>;
  /** Lists the invoices of a batch in the order of the request. With a filter by a state that changes meanwhile, some may be missed. */
  listInvoices(
    batchId: number,
    filter?: BatchInvoiceFilter,
    options?: Abortable,
  ): AsyncGenerator<Invoice, void, void>;
  /** Searches invoices in all batches. */
  search(filter: InvoiceFilter, options?: Abortable): AsyncGenerator<Invoice, void, void>;
  /** Finds invoices by at most 1000 of your own ids. */
  lookup(externalInvoiceIds: readonly string[], options?: Abortable): Promise<LookedUpInvoices[]>;
  /** Returns the number of records of each issuer that wait for AEAT's answer, and the start of an incident that delays them. @param issuerNif restricts the result to an issuer. */
  registrationStatus(issuerNif?: string, options?: Abortable): Promise<RegistrationStatus[]>;
  /** Returns the producer's declaración responsable of the running version. */
  responsibleDeclaration(options?: Abortable): Promise<ResponsibleDeclaration>;
  /** Annuls an invoice that should never have been issued. Needs a key with the right `correct`; repeating the same order has no effect. */
  annul(invoiceId: number, order: Correction, options?: Abortable): Promise<Registration>;
  /** Sends a record again that AEAT rejected or accepted with errors. Otherwise like `annul`. */
  resend(invoiceId: number, order: Resending, options?: Abortable): Promise<Registration>;
  /** Renders a draft of an invoice as a PDF, without issuing it. */
  preview(invoice: InvoiceInput, options?: Abortable): Promise<Uint8Array>;
  /** Downloads the PDF of an invoice; waits until it is rendered. */
  pdf(invoiceId: number, options?: Abortable): Promise<Uint8Array>;
  /** Downloads the PDFs of a batch, each with its invoice, and each once even if the connection breaks; waits until all are rendered unless `partial` is set. */
  pdfs(batchId: number, options?: Abortable & { partial?: boolean }): AsyncGenerator<ArchivedPdf, void, void>;
  /** Downloads the PDFs as a ZIP in pieces, for a file. Throws if the connection breaks. */
  archive(
    batchId: number,
    options?: Abortable & { partial?: boolean },
  ): AsyncGenerator<Uint8Array, void, void>;
  /** Lists the electronic formats of an invoice, and for each that cannot express it, why. */
  documentFormats(invoiceId: number, options?: Abortable): Promise<DocumentFormat[]>;
  /** Downloads an invoice in an electronic format. A worker signs `facturae` with the issuer's certificate when it is first requested. */
  document(
    invoiceId: number,
    format: ElectronicFormat,
    options?: Abortable & { profile?: UblProfile },
  ): Promise<Uint8Array>;
  /** Downloads the invoices of a batch in an electronic format, each with its invoice and once, like `pdfs`. Invoices that the format cannot express or that cannot be signed are left out. */
  documents(
    batchId: number,
    format: ElectronicFormat,
    options?: Abortable & { profile?: UblProfile },
  ): AsyncGenerator<ArchivedPdf, void, void>;
  /** Downloads the same invoices as a ZIP in pieces, for a file. Its manifest also lists those that are left out, with the reason. */
  documentArchive(
    batchId: number,
    format: ElectronicFormat,
    options?: Abortable & { profile?: UblProfile },
  ): AsyncGenerator<Uint8Array, void, void>;
  /** Lists the profiles of recipients, the last change first. */
  listRecipientProfiles(options?: Abortable): AsyncGenerator<RecipientProfile, void, void>;
  getRecipientProfile(documentNumber: string, options?: Abortable): Promise<RecipientProfile>;
  /** Sets the profile that completes the invoices of a recipient from now on. */
  setRecipientProfile(
    documentNumber: string,
    profile: RecipientProfileInput,
    options?: Abortable,
  ): Promise<RecipientProfile>;
  removeRecipientProfile(documentNumber: string, options?: Abortable): Promise<void>;
  /** Lists the webhook endpoints. These calls need a key with the right `webhooks`. */
  listWebhookEndpoints(options?: Abortable): Promise<WebhookEndpoint[]>;
  /** Adds an endpoint. The answer contains its secret, which is shown only once, so the request is not repeated after a broken connection. */
  createWebhookEndpoint(endpoint: WebhookEndpointInput, options?: Abortable): Promise<CreatedWebhookEndpoint>;
  getWebhookEndpoint(endpointId: number, options?: Abortable): Promise<WebhookEndpoint>;
  /** Changes events, state or secret of an endpoint. It is not repeated after a broken connection, since it may replace the secret. */
  changeWebhookEndpoint(
    endpointId: number,
    change: WebhookEndpointChange,
    options?: Abortable,
  ): Promise<ChangedWebhookEndpoint>;
  /** Removes an endpoint, and drops its waiting events. */
  removeWebhookEndpoint(endpointId: number, options?: Abortable): Promise<void>;
  /** Sends a `webhook.test` event to an endpoint. */
  testWebhookEndpoint(endpointId: number, options?: Abortable): Promise<WebhookTest>;
  /** Ends the session. Pending calls fail with `closed`. */
  close(): Promise<void>;
};

const PAGE_ITEMS = 100;
const PATIENCE_MS = 120_000;
const SILENCE_MS = 60_000;

/** Opens a client. Nothing is sent before the first call. */
export function openEngine({
  url,
  apiKey,
  patienceMs = PATIENCE_MS,
  silenceMs = SILENCE_MS,
  fetch = globalThis.fetch,
}: EngineOptions): Engine {
  const base = `${findRoot(url)}/api/v2`;
  const exchange = createExchange((input, init) => fetch(input, init), silenceMs);
  const caller = createCaller(exchange, { base, apiKey, patienceMs });
  const call: typeof caller.call = (request, read) => caller.call(request, read);
  const read = async <T>(request: Call) => {
    const { data } = await call<{ data: T }>(request, readJson);
    return data;
  };
  const list = <T>(path: string, filter: Query, options: Abortable = {}) =>
    readPages<T>((cursor) =>
      call<Page<T>>(
        { path, query: { ...filter, cursor, limit: PAGE_ITEMS }, signal: options.signal },
        readJson,
      ),
    );
  const remove = (path: string, signal: AbortSignal | undefined) =>
    call({ method: 'DELETE', path, signal }, (answer) => Promise.resolve(answer.discard()));
  const correct = (invoiceId: number, action: string, order: object, { signal }: Abortable = {}) =>
    read<Registration>({
      method: 'POST',
      path: `/invoices/${invoiceId}/${action}`,
      body: JSON.stringify(order),
      isKeyed: true,
      signal,
    });
  const engine: Engine = {
    async submit(batch, { idempotencyKey = crypto.randomUUID(), signal } = {}) {
      const request = {
        method: 'POST',
        path: '/invoice_batches',
        body: writeBody(batch),
        headers: { 'idempotency-key': idempotencyKey },
        isKeyed: true,
        signal,
      } as const;
      return call(request, async (answer) => {
        type Created = Pick<Submitted, 'errors' | 'warnings'> & { data: InvoiceBatch };
        const { data, errors, warnings } = await readJson<Created>(answer);
        const isReplayed = answer.headers.get('idempotency-replayed') === 'true';
        return { ...data, errors, warnings, idempotencyKey, isReplayed };
      });
    },
    async validate(batch, { documents, signal } = {}) {
      type Told = Pick<Validation, 'errors' | 'warnings'> & {
        data: Omit<Validation, 'errors' | 'warnings'>;
      };
      const path = '/invoice_batches/validate';
      const query = { documents: documents?.join(',') };
      const request = { method: 'POST', path, query, body: writeBody(batch), signal } as const;
      const { data, errors, warnings } = await call<Told>(request, readJson);
      return { ...data, errors, warnings };
    },
    wait: (batchId, options = {}) => waitForBatch(() => engine.summary(batchId, options), options),
    summary: (batchId, { signal } = {}) => read({ path: `/invoice_batches/${batchId}/summary`, signal }),
    getBatch: (batchId, { signal } = {}) => read({ path: `/invoice_batches/${batchId}`, signal }),
    getInvoice: (invoiceId, { signal } = {}) => read({ path: `/invoices/${invoiceId}`, signal }),
    listBatches: (filter = {}, options) => list('/invoice_batches', filter, options),
    listInvoices: (batchId, filter = {}, options) =>
      list(`/invoice_batches/${batchId}/invoices`, filter, options),
    search: (filter, options) => list('/invoices', filter, options),
    lookup: (externalInvoiceIds, { signal } = {}) =>
      read({
        method: 'POST',
        path: '/invoices/lookup',
        body: JSON.stringify({ external_invoice_ids: externalInvoiceIds }),
        signal,
      }),
    registrationStatus: (issuerNif, { signal } = {}) =>
      read({
        path: '/registration_status',
        query: issuerNif === undefined ? {} : { issuer_nif: issuerNif },
        signal,
      }),
    responsibleDeclaration: ({ signal } = {}) => read({ path: '/responsible_declaration', signal }),
    annul: (invoiceId, order, options) => correct(invoiceId, 'annul', order, options),
    resend: (invoiceId, order, options) => correct(invoiceId, 'resend', order, options),
    preview: (invoice, { signal } = {}) =>
      call({ method: 'POST', path: '/invoices/preview', body: JSON.stringify(invoice), signal }, (answer) =>
        readBytes(answer, MOST_OF_PDF),
      ),
    pdf: (invoiceId, { signal } = {}) =>
      call({ path: `/invoices/${invoiceId}/pdf`, isAwaited: true, signal }, (answer) =>
        readBytes(answer, MOST_OF_PDF),
      ),
    pdfs: (batchId, options = {}) =>
      downloadPdfs(
        () => downloadArchive(call, placeOfPdfs(batchId, options.partial), options),
        patienceMs,
        options,
      ),
    archive: (batchId, options = {}) => downloadArchive(call, placeOfPdfs(batchId, options.partial), options),
    documentFormats: (invoiceId, { signal } = {}) =>
      read({ path: `/invoices/${invoiceId}/documents`, signal }),
    document: (invoiceId, format, { profile, signal } = {}) =>
      call(
        { path: `/invoices/${invoiceId}/documents/${format}`, query: { profile }, isAwaited: true, signal },
        (answer) => readBytes(answer, MOST_OF_PDF),
      ),
    documents: (batchId, format, options = {}) =>
      downloadPdfs(
        () => downloadArchive(call, placeOfDocuments(batchId, format, options.profile), options),
        patienceMs,
        options,
      ),
    documentArchive: (batchId, format, options = {}) =>
      downloadArchive(call, placeOfDocuments(batchId, format, options.profile), options),
    listRecipientProfiles: (options) => list('/recipient_profiles', {}, options),
    getRecipientProfile: (documentNumber, { signal } = {}) =>
      read({ path: placeOfProfile(documentNumber), signal }),
    setRecipientProfile: (documentNumber, profile, { signal } = {}) =>
      read({ method: 'PUT', path: placeOfProfile(documentNumber), body: JSON.stringify(profile), signal }),
    removeRecipientProfile: (documentNumber, { signal } = {}) =>
      remove(placeOfProfile(documentNumber), signal),
    listWebhookEndpoints: ({ signal } = {}) => read({ path: '/webhook_endpoints', signal }),
    createWebhookEndpoint: (endpoint, { signal } = {}) =>
      read({
        method: 'POST',
        path: '/webhook_endpoints',
        body: JSON.stringify(endpoint),
        isOnce: true,
        signal,
      }),
    getWebhookEndpoint: (endpointId, { signal } = {}) =>
      read({ path: `/webhook_endpoints/${endpointId}`, signal }),
    changeWebhookEndpoint: (endpointId, change, { signal } = {}) =>
      read({
        method: 'PATCH',
        path: `/webhook_endpoints/${endpointId}`,
        body: JSON.stringify(change),
        isOnce: true,
        signal,
      }),
    removeWebhookEndpoint: (endpointId, { signal } = {}) =>
      remove(`/webhook_endpoints/${endpointId}`, signal),
    testWebhookEndpoint: (endpointId, { signal } = {}) =>
      read({ method: 'POST', path: `/webhook_endpoints/${endpointId}/test`, signal }),
    close: () => caller.close(),
  };
  return engine;
}

const placeOfProfile = (documentNumber: string) =>
  `/recipient_profiles/${encodeURIComponent(documentNumber)}`;

function writeBody(batch: BatchInput | string): string {
  return typeof batch === 'string' ? batch : JSON.stringify({ invoice_batch: batch });
}
