import type { CreateBatchBody } from '../../../src/contracts/invoice-input.ts';
import type { LocalSettings } from '../engine/engine-environment.ts';
import { buildAddress } from '../engine/web-address.ts';

/** The members of a batch and its invoices that the sample uses. */
export type Batch = {
  readonly id: number;
  readonly external_batch_id: string | null;
  readonly status: string;
  readonly processed_at?: string | null;
};
export type BatchInvoice = {
  readonly id: number;
  readonly external_invoice_id: string | null;
  readonly invoice_number: string | null;
  readonly processing_status: string;
  readonly processing_error: string | null;
  readonly issued_invoice_id: number | null;
  readonly verifactu_state: string | null;
};

/** Where an invoice is registered and delivered, as version 2 shows it. */
export type Registration = Pick<BatchInvoice, 'verifactu_state'> & {
  readonly register: string | null;
  readonly sii: { readonly state: string } | null;
  readonly spfe_state: string | null;
};

/** A client of the API with its own session. */
export type ApiClient = {
  listBatches(): Promise<Batch[]>;
  createBatch(body: CreateBatchBody, idempotencyKey: string): Promise<Batch>;
  readBatch(id: number): Promise<Batch>;
  listInvoices(batchId: number): Promise<BatchInvoice[]>;
  listRegistrations(batchId: number): Promise<Registration[]>;
  /** Waits until the PDF is rendered. */
  downloadPdf(invoiceId: number): Promise<Uint8Array>;
};

/** The longest time in ms for which a call is repeated while the API answers with Retry-After. */
const PATIENCE = 120_000;

/**
 * Opens a session.
 * @param settings the address of the API, and an API key.
 * @returns null if the key is revoked.
 */
export async function openApiClient(settings: LocalSettings): Promise<ApiClient | null> {
  const api = `${buildAddress(settings.HOST, settings.PORT)}/api`;
  const root = `${api}/v1`;
  const json = { 'content-type': 'application/json' };
  const session = await call(`${root}/auth/sessions`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ api_key: settings.BOOTSTRAP_API_KEY }),
  }).catch((error: unknown) => {
    if (error instanceof RefusedCall && error.status === 401) return null;
    throw error;
  });
  if (session === null) return null;
  const { session_token: token } = (await session.json()) as { session_token: string };
  const authorization = { authorization: `Bearer ${token}` };
  const read = (path: string) => call(`${root}${path}`, { headers: authorization });
  const readData = async <T>(path: string) => ((await (await read(path)).json()) as { data: T }).data;

  return {
    listBatches: () => readData<Batch[]>('/invoice_batches?per_page=100'),
    async createBatch(body, idempotencyKey) {
      const headers = { ...json, ...authorization, 'idempotency-key': idempotencyKey };
      const answer = await call(`${root}/invoice_batches`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      });
      return ((await answer.json()) as { data: Batch }).data;
    },
    readBatch: (id) => readData<Batch>(`/invoice_batches/${id}`),
    listInvoices: (batchId) =>
      readData<BatchInvoice[]>(`/invoice_batches/${batchId}/batch_invoices?per_page=100`),
    async listRegistrations(batchId) {
      const url = `${api}/v2/invoice_batches/${batchId}/invoices?limit=100&fields=register,sii,spfe_state,verifactu_state`;
      const answer = await call(url, { headers: { authorization: `Bearer ${settings.BOOTSTRAP_API_KEY}` } });
      return ((await answer.json()) as { data: Registration[] }).data;
    },
    downloadPdf: async (invoiceId) =>
      new Uint8Array(await (await read(`/batch_invoices/${invoiceId}/pdf`)).arrayBuffer()),
  };
}

/** An error response of the API. */
class RefusedCall extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Calls the API, and repeats the call while the response has Retry-After. */
async function call(url: string, init: RequestInit): Promise<Response> {
  const deadline = Date.now() + PATIENCE;
  for (;;) {
    const response = await fetch(url, init);
    if (response.ok) return response;
    const pause = Number(response.headers.get('retry-after') ?? Number.NaN) * 1000;
    if (Number.isNaN(pause) || Date.now() + pause > deadline) {
      const what = `${init.method ?? 'GET'} ${new URL(url).pathname}`;
      throw new RefusedCall(response.status, `${what}: ${response.status} ${await response.text()}`);
    }
    await response.body?.cancel();
    await new Promise((resolve) => setTimeout(resolve, Math.max(pause, 100)));
  }
}
