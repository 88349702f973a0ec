import { type Call, createCaller, type Query, readJson } from './call.ts';
import { type ArchivedPdf, downloadArchive, downloadPdfs } from './download-pdfs.ts';
import { createExchange, readBytes } from './exchange.ts';
import { findRoot } from './find-root.ts';
import { type Page, readPages } from './read-pages.ts';
import type {
  BatchFilter,
  BatchInput,
  BatchInvoice,
  BatchSummary,
  Correction,
  InvoiceBatch,
  InvoiceFilter,
  InvoiceSearch,
  Registration,
  RegistrationStatus,
  ResponsibleDeclaration,
  Resending,
  Submitted,
  Validation,
} from './shapes.ts';
import { type Waiting, waitForBatch } from './wait-for-batch.ts';
import { MOST_OF_PDF } from './read-zip.ts';

export { EngineError } from './engine-error.ts';
export type { ArchivedPdf, ManifestEntry } from './download-pdfs.ts';
export type { ArchivedFile } from './read-zip.ts';
export type { components, operations, webhooks } from './schema.ts';
export type * from './shapes.ts';
export type { Stage, Waiting } from './wait-for-batch.ts';

export type EngineOptions = {
  /** Of the API's port; `/api/v1` behind it may stand or not. */
  readonly url: string;
  /** `org_live_…` */
  readonly apiKey: string;
  /** How long a call is tried again while the engine cannot be reached or asks for a moment: 2 minutes. */
  readonly patienceMs?: number;
  /** How long the engine may say nothing before the connection counts as broken: 60 s. */
  readonly silenceMs?: number;
  readonly fetch?: typeof globalThis.fetch;
};

/** Every call takes a signal, and rejects with its reason. */
export type Abortable = { readonly signal?: AbortSignal | undefined };

/** An engine, as a client of one organization. Members keep the names of the API. */
export type Engine = {
  /**
   * Submits a batch, once: whatever breaks, it is asked again with the same key.
   * @param batch a text is the whole request body, and is sent as it is.
   */
  submit(batch: BatchInput | string, options?: Abortable & { idempotencyKey?: string }): Promise<Submitted>;
  /** What the engine would say of a batch; stores nothing. */
  validate(batch: BatchInput | string, options?: Abortable): Promise<Validation>;
  /** Waits until a batch is issued, printed or answered by AEAT. */
  wait(batchId: number, options?: Waiting): Promise<BatchSummary>;
  summary(batchId: number, options?: Abortable): Promise<BatchSummary>;
  getBatch(batchId: number, options?: Abortable): Promise<InvoiceBatch>;
  getInvoice(invoiceId: number, options?: Abortable): Promise<BatchInvoice>;
  /** Newest first. */
  listBatches(filter?: BatchFilter, options?: Abortable): AsyncGenerator<InvoiceBatch, void, void>;
  /** In the order of the request. With a filter by a state that changes meanwhile some may be passed over. */
  listInvoices(
    batchId: number,
    filter?: InvoiceFilter,
    options?: Abortable,
  ): AsyncGenerator<BatchInvoice, void, void>;
  /** Over all batches. */
  search(filter: InvoiceSearch, options?: Abortable): AsyncGenerator<BatchInvoice, void, void>;
  /** What AEAT was told of an invoice, and what it said. */
  registration(invoiceId: number, options?: Abortable): Promise<Registration>;
  /** How many records of each issuer wait for AEAT's answer, and since when an incident keeps them from it. @param issuerNif only of this issuer. */
  registrationStatus(issuerNif?: string, options?: Abortable): Promise<RegistrationStatus[]>;
  /** The producer's declaración responsable of the version that runs. */
  responsibleDeclaration(options?: Abortable): Promise<ResponsibleDeclaration>;
  /** Annuls an invoice that should never have been issued. Wants a key that may `correct`; the same order twice does nothing twice. */
  annul(invoiceId: number, order: Correction, options?: Abortable): Promise<Registration>;
  /** Sends again what AEAT refused or found errors in. As `annul`. */
  resend(invoiceId: number, order: Resending, options?: Abortable): Promise<Registration>;
  /** The PDF of an invoice; waits for one that is not made yet. */
  pdf(invoiceId: number, options?: Abortable): Promise<Uint8Array>;
  /** The PDFs of a batch as they come, each with the invoice that it is of, and each once also where the connection breaks; waits until all are there, unless `partial` is enough. */
  pdfs(batchId: number, options?: Abortable & { partial?: boolean }): AsyncGenerator<ArchivedPdf, void, void>;
  /** The same as a ZIP, in pieces, for a file. Where the connection breaks within it, it throws. */
  archive(
    batchId: number,
    options?: Abortable & { partial?: boolean },
  ): AsyncGenerator<Uint8Array, void, void>;
  /** Ends the session. Calls that are on their way fail with `closed`. */
  close(): Promise<void>;
};

const PER_PAGE = 100;
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
  const base = `${findRoot(url)}/api/v1`;
  const exchange = createExchange((input, init) => fetch(input, init), silenceMs);
  const caller = createCaller(exchange, { base, apiKey, patienceMs });
  const call: typeof caller.call = (request, read) => caller.call(request, read);
  const read = async <T>(request: Call) => {
    const { data } = await call<{ data: T }>(request, readJson);
    return data;
  };
  const list = <T extends { id: number }>(path: string, filter: Query, options: Abortable = {}) =>
    readPages<T>((page) =>
      call<Page<T>>(
        { path, query: { ...filter, page, per_page: PER_PAGE }, signal: options.signal },
        readJson,
      ),
    );
  const correct = (invoiceId: number, wish: string, order: object, { signal }: Abortable = {}) =>
    read<Registration>({
      method: 'POST',
      path: `/batch_invoices/${invoiceId}/${wish}`,
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
        type Created = { data: InvoiceBatch; errors?: Submitted['errors'] };
        const { data, errors = {} } = await readJson<Created>(answer);
        const isReplayed = answer.headers.get('idempotency-replayed') === 'true';
        return { ...data, errors, idempotencyKey, isReplayed };
      });
    },
    async validate(batch, { signal } = {}) {
      type ValidationCounts = Omit<Validation, 'findings' | 'warnings'>;
      type Told = Pick<Validation, 'findings'> &
        Partial<Pick<Validation, 'warnings'>> & { data: ValidationCounts };
      const path = '/invoice_batches/validate';
      const request = { method: 'POST', path, body: writeBody(batch), signal } as const;
      const { data, findings, warnings = [] } = await call<Told>(request, readJson);
      return { ...data, findings, warnings };
    },
    wait: (batchId, options = {}) => waitForBatch(() => engine.summary(batchId, options), options),
    summary: (batchId, { signal } = {}) => read({ path: `/invoice_batches/${batchId}/summary`, signal }),
    getBatch: (batchId, { signal } = {}) => read({ path: `/invoice_batches/${batchId}`, signal }),
    getInvoice: (invoiceId, { signal } = {}) => read({ path: `/batch_invoices/${invoiceId}`, signal }),
    listBatches: (filter = {}, options) => list('/invoice_batches', filter, options),
    listInvoices: (batchId, filter = {}, options) =>
      list(`/invoice_batches/${batchId}/batch_invoices`, filter, options),
    search: (filter, options) => list('/batch_invoices', filter, options),
    registration: (invoiceId, { signal } = {}) =>
      read({ path: `/batch_invoices/${invoiceId}/registration`, signal }),
    registrationStatus: (issuerNif, { signal } = {}) =>
      read({
        path: '/registration_status',
        query: issuerNif === undefined ? {} : { issuer_nif: issuerNif },
        signal,
      }),
    responsibleDeclaration: ({ signal } = {}) => read({ path: '/responsible_declaration', signal }),
    annul: (invoiceId, order, options) => correct(invoiceId, 'annul', order, options),
    resend: (invoiceId, order, options) => correct(invoiceId, 'resend', order, options),
    pdf: (invoiceId, { signal } = {}) =>
      call({ path: `/batch_invoices/${invoiceId}/pdf`, isAwaited: true, signal }, (answer) =>
        readBytes(answer, MOST_OF_PDF),
      ),
    pdfs: (batchId, options = {}) =>
      downloadPdfs(() => downloadArchive(call, batchId, options), patienceMs, options),
    archive: (batchId, options = {}) => downloadArchive(call, batchId, options),
    close: () => caller.close(),
  };
  return engine;
}

function writeBody(batch: BatchInput | string): string {
  return typeof batch === 'string' ? batch : JSON.stringify({ invoice_batch: batch });
}
