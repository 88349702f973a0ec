import { randomUUID } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import type { InvoiceInput } from '#src/contracts/v2/invoice-input.ts';
import { processBatch } from '#src/issue/process-batch.ts';
import type { NewJob } from '#src/platform/jobs/job-queues.ts';
import { openTestApi, type TestApi } from '../../../support/api.ts';
import { issuingContext } from '../../../support/engine.ts';
import { buildInvoiceV2 } from '../../../support/invoices-v2.ts';

type Options = { readonly key?: string; readonly headers?: Record<string, string>; readonly of?: TestApi };

export type Whole = {
  data: { id: number; invoice_batch_id: number; processing_status: string; [name: string]: unknown };
};

export type SingleInvoices = AsyncDisposable & {
  readonly api: TestApi;
  /** Whether batches are issued as soon as they are accepted. */
  works: boolean;
  /** Issues everything that waits, as a worker that starts. */
  issueAll(): Promise<void>;
  withoutWorker<T>(during: () => Promise<T>): Promise<T>;
  send(apiKey: string, invoice: unknown, options?: Options): Promise<LightMyRequestResponse>;
};

/** Opens an API with a worker of its own, in which an invoice is waited for at most 1.5 seconds. */
export async function openSingleInvoices(): Promise<SingleInvoices> {
  const work = async (jobs: readonly NewJob[]) => {
    if (!opened.works) return;
    for (const { name, payload } of jobs)
      if (name === 'process-batch') await processBatch(issuingContext(api), payload.batchId);
  };
  const api = await openTestApi({}, { enqueueJobs: work, limits: { issuedWithinMs: 1500 } });
  const opened: SingleInvoices = {
    api,
    works: true,
    async issueAll() {
      const { rows } = await api.database.pool.query<{ id: string }>(
        'select id from batches where processed_at is null order by id',
      );
      for (const { id } of rows) await processBatch(issuingContext(api), Number(id));
    },
    withoutWorker(during) {
      opened.works = false;
      return during().finally(() => (opened.works = true));
    },
    send: (apiKey, invoice, { key = randomUUID(), headers = {}, of = api } = {}) =>
      of.inject({
        method: 'POST',
        url: '/api/v2/invoices',
        headers: {
          authorization: `Bearer ${apiKey}`,
          'idempotency-key': key,
          'content-type': 'application/json',
          ...headers,
        },
        payload: typeof invoice === 'string' ? invoice : JSON.stringify(invoice),
      }),
    [Symbol.asyncDispose]: () => api[Symbol.asyncDispose](),
  };
  return opened;
}

/** A valid invoice with a number. */
export const numbered = (number: string, changes: InvoiceInput = {}): InvoiceInput =>
  buildInvoiceV2({ number_serie: number, external_invoice_id: `ext-${number}`, ...changes });
