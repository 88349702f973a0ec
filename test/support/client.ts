import { randomUUID } from 'node:crypto';
import type { BatchInvoiceView, BatchView } from '../../src/contracts/answers.ts';
import type { CreateBatchBody } from '../../src/contracts/invoice-input.ts';
import { eventually } from './eventually.ts';

/** A client of the API over HTTP, like an SDK. */
export type Client = {
  request(path: string, init?: RequestInit): Promise<Response>;
  post(body: CreateBatchBody, key?: string): Promise<Response>;
  /** Posts a batch. @returns its id. */
  create(body: CreateBatchBody): Promise<number>;
  batch(id: number): Promise<BatchView>;
  invoices(batchId: number): Promise<BatchInvoiceView[]>;
  /** Waits until the batch has ended. */
  ended(id: number, within?: number): Promise<BatchView>;
};

/** Opens a session at a base URL with an API key. */
export async function openClient(baseUrl: string, apiKey: string): Promise<Client> {
  const session = await fetch(`${baseUrl}/api/v1/auth/sessions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ api_key: apiKey }),
  });
  if (session.status !== 201) throw new Error(`No session: ${session.status} ${await session.text()}`);
  const { session_token: token } = (await session.json()) as { session_token: string };
  const authorization = `Bearer ${token}`;
  const request: Client['request'] = (path, init = {}) =>
    fetch(`${baseUrl}/api/v1${path}`, { ...init, headers: { authorization, ...(init.headers as object) } });
  const read = async <T>(path: string) => {
    const answer = await request(path);
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return ((await answer.json()) as { data: T }).data;
  };
  const client: Client = {
    request,
    post: (body, key = randomUUID()) =>
      request('/invoice_batches', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': key },
        body: JSON.stringify(body),
      }),
    async create(body) {
      const answer = await client.post(body);
      if (answer.status !== 201) throw new Error(`${answer.status} ${await answer.text()}`);
      return ((await answer.json()) as { data: BatchView }).data.id;
    },
    batch: (id) => read<BatchView>(`/invoice_batches/${id}`),
    async invoices(batchId) {
      const { invoices_count: count } = await client.batch(batchId);
      const pages = Array.from({ length: Math.ceil(count / 100) }, (_, index) =>
        read<BatchInvoiceView[]>(`/invoice_batches/${batchId}/batch_invoices?per_page=100&page=${index + 1}`),
      );
      return (await Promise.all(pages)).flat();
    },
    ended: (id, within = 20_000) =>
      eventually(
        async () => {
          const batch = await client.batch(id);
          return batch.processed_at === null ? null : batch;
        },
        { within, what: `the end of batch ${id}` },
      ),
  };
  return client;
}
