import { type Call, createCaller, type Query, readJson } from './call.ts';
import { downloadArchive, downloadPdfs, placeOfDocuments, placeOfPdfs } from './download-pdfs.ts';
import { createExchange, readBytes } from './exchange.ts';
import { findRoot } from './find-root.ts';
import { type Page, readPages } from './read-pages.ts';
import type { Abortable, Creating, Engine, EngineOptions, Selecting } from './engine-methods.ts';
import type {
  BatchInput,
  BatchInvoiceFilter,
  CreatedInvoice,
  Invoice,
  InvoiceBatch,
  InvoiceFilter,
  PendingInvoice,
  Registration,
  Submitted,
  Validation,
  WholeInvoice,
} from './shapes.ts';
import { waitForBatch } from './wait-for-batch.ts';
import { MOST_OF_PDF } from './read-zip.ts';

export type { Abortable, Creating, Engine, EngineOptions, Selecting } from './engine-methods.ts';
export { EngineError, type ErrorDetail } from './engine-error.ts';
export type { ArchivedPdf, ManifestEntry } from './download-pdfs.ts';
export type { ArchivedFile } from './read-zip.ts';
export type { components, operations, webhooks } from './generated/schema.ts';
export type * from './shapes.ts';
export { verifyWebhook, WebhookFault, type WebhookHeaders } from './verify-webhook.ts';
export type { Stage, Waiting } from './wait-for-batch.ts';

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
  const record = <T>(
    path: string,
    body: object,
    { idempotencyKey = crypto.randomUUID(), signal }: Abortable & { idempotencyKey?: string } = {},
  ) =>
    read<T>({
      method: 'POST',
      path,
      body: JSON.stringify(body),
      headers: { 'idempotency-key': idempotencyKey },
      isKeyed: true,
      signal,
    });
  const correct = (invoiceId: number, action: string, order: object, { signal }: Abortable = {}) =>
    read<Registration>({
      method: 'POST',
      path: `/invoices/${invoiceId}/${action}`,
      body: JSON.stringify(order),
      isKeyed: true,
      signal,
    });
  const create = (
    path: string,
    body: string,
    { idempotencyKey = crypto.randomUUID(), prefer, signal }: Creating = {},
  ) => {
    const headers = { 'idempotency-key': idempotencyKey, ...(prefer !== undefined && { prefer }) };
    const request = { method: 'POST', path, body, headers, isKeyed: true, signal } as const;
    return call(request, async (answer): Promise<CreatedInvoice> => {
      const { data } = await readJson<{ data: WholeInvoice | PendingInvoice }>(answer);
      const isReplayed = answer.headers.get('idempotency-replayed') === 'true';
      const isIssued = answer.status === 201;
      return { ...data, isIssued, idempotencyKey, isReplayed } as CreatedInvoice;
    });
  };
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
    createInvoice: (invoice, options) =>
      create('/invoices', typeof invoice === 'string' ? invoice : JSON.stringify(invoice), options),
    creditInvoice: (invoiceId, credit, options) =>
      create(`/invoices/${invoiceId}/credit`, JSON.stringify(credit), options),
    getAccess: ({ signal } = {}) => read({ path: '/me', signal }),
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
    getInvoice: (invoiceId: number, options?: Partial<Selecting>): Promise<WholeInvoice> =>
      read({ path: `/invoices/${invoiceId}`, query: select(options), signal: options?.signal }),
    listBatches: (filter = {}, options) => list('/invoice_batches', filter, options),
    listInvoices: (batchId: number, filter?: BatchInvoiceFilter, options?: Partial<Selecting>) =>
      list<Invoice>(`/invoice_batches/${batchId}/invoices`, { ...filter, ...select(options) }, options),
    search: (filter: InvoiceFilter, options?: Partial<Selecting>) =>
      list<Invoice>('/invoices', { ...filter, ...select(options) }, options),
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
    issuedBook: (filter, options = {}) =>
      downloadArchive(call, { path: '/books/issued', query: filter }, options),
    recordPayment: (invoiceId, payment, options) =>
      record(`/invoices/${invoiceId}/payments`, payment, options),
    recordPayments: (payments, options) => record('/payments', { payments }, options),
    listPayments: (options) => list('/payments', {}, options),
    listPaymentsOfInvoice: (invoiceId, options) => list(`/invoices/${invoiceId}/payments`, {}, options),
    reversePayment: (paymentId, { date, signal } = {}) =>
      read({ method: 'DELETE', path: `/payments/${paymentId}`, query: { date }, signal }),
    reportDefault: (invoiceId, unpaid, options) => record(`/invoices/${invoiceId}/defaults`, unpaid, options),
    takeBackDefault: (invoiceId, { signal } = {}) =>
      read({ method: 'DELETE', path: `/invoices/${invoiceId}/defaults`, signal }),
    withdrawFromSpfe: (invoiceId, order, options) =>
      record(`/invoices/${invoiceId}/spfe/withdraw`, order, options),
    resendToSpfe: (invoiceId, order, options) => record(`/invoices/${invoiceId}/spfe/resend`, order, options),
    stateSpfeFact: (invoiceId, fact, options) => record(`/invoices/${invoiceId}/spfe/facts`, fact, options),
    listSpfeRecipientReports: (filter = {}, options) => list('/spfe/recipient_reports', filter, options),
    getSpfeStatus: ({ signal } = {}) => read({ path: '/spfe/status', signal }),
    getSpfeReadiness: (filter, { signal } = {}) => read({ path: '/spfe/readiness', query: filter, signal }),
    listRecipientProfiles: (options) => list('/recipient_profiles', {}, options),
    getRecipientProfile: (documentNumber, { signal } = {}) =>
      read({ path: placeOfProfile(documentNumber), signal }),
    setRecipientProfile: (documentNumber, profile, { signal } = {}) =>
      read({ method: 'PUT', path: placeOfProfile(documentNumber), body: JSON.stringify(profile), signal }),
    removeRecipientProfile: (documentNumber, { signal } = {}) =>
      remove(placeOfProfile(documentNumber), signal),
    listSeries: (filter = {}, options) => list('/series', filter, options),
    getSeries: (issuerNif, code, { signal } = {}) =>
      read({ path: placeOfSeries(code), query: { issuer_nif: issuerNif }, signal }),
    setSeries: (issuerNif, code, series, { signal } = {}) =>
      read({
        method: 'PUT',
        path: placeOfSeries(code),
        query: { issuer_nif: issuerNif },
        body: JSON.stringify(series),
        signal,
      }),
    listSeriesChanges: (issuerNif, code, options) =>
      list(`${placeOfSeries(code)}/changes`, { issuer_nif: issuerNif }, options),
    listSeriesNumbers: (issuerNif, code, filter = {}, options) =>
      list(`${placeOfSeries(code)}/numbers`, { ...filter, issuer_nif: issuerNif }, options),
    listWebhookEndpoints: ({ signal } = {}) => read({ path: '/webhook_endpoints', signal }),
    createWebhookEndpoint: (endpoint, { idempotencyKey = crypto.randomUUID(), signal } = {}) =>
      read({
        method: 'POST',
        path: '/webhook_endpoints',
        body: JSON.stringify(endpoint),
        headers: { 'idempotency-key': idempotencyKey },
        isKeyed: true,
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
    replayEvents: (endpointId, span, { signal } = {}) =>
      read({
        method: 'POST',
        path: `/webhook_endpoints/${endpointId}/replay`,
        body: JSON.stringify(span),
        isOnce: span.include_delivered === true,
        signal,
      }),
    listEvents: (filter = {}, options) => list('/events', filter, options),
    close: () => caller.close(),
  };
  return engine;
}

const select = ({ fields }: Partial<Selecting> = {}): Query => ({ fields: fields?.join(',') });

const placeOfProfile = (documentNumber: string) =>
  `/recipient_profiles/${encodeURIComponent(documentNumber)}`;

const placeOfSeries = (code: string) => `/series/${encodeURIComponent(code)}`;

function writeBody(batch: BatchInput | string): string {
  return typeof batch === 'string' ? batch : JSON.stringify({ invoice_batch: batch });
}
