import { createChainLockSlot } from '../../src/issue/chain-lock-slot.ts';
import { testLogger } from './test-logger.ts';
import { processBatch, type ProcessBatchContext, type ProcessResult } from '../../src/issue/process-batch.ts';
import { createMetrics } from './metrics.ts';
import { createMutex } from '#src/remit/mutex.ts';
import type { RemitContext } from '#src/remit/remit-records.ts';
import type { InvoiceInput } from '../../src/contracts/invoice-input.ts';
import type { InvoiceInput as InvoiceInputV2 } from '../../src/contracts/v2/invoice-input.ts';
import type { TestApi, TestOrganization } from './api.ts';
import { buildBatchBody } from './invoices.ts';
import { TEST_SOFTWARE } from './software.ts';
import { UNKNOWING } from './tracker.ts';
import { UNTRACED } from './untraced.ts';

/** Returns the dependencies of issuing, with the API's database and clock. */
export function issuingContext(api: TestApi): ProcessBatchContext & typeof UNTRACED {
  return {
    pool: api.workers.pool,
    logger: testLogger,
    now: () => api.clock.now,
    qrEnvironment: 'test',
    waiting: createChainLockSlot(),
    tracker: UNKNOWING,
    ...UNTRACED,
    software: TEST_SOFTWARE,
  };
}

/** Returns the dependencies of submission to a stand-in, with the API's database and clock. */
export function remittingContext(api: TestApi, url: string): RemitContext {
  return {
    pool: api.workers.pool,
    orm: api.workers.orm,
    logger: testLogger,
    metrics: createMetrics(),
    now: () => api.clock.now,
    random: () => 0.5,
    aeat: { url, timeoutMs: 10_000, maxWaitSeconds: 600, certificateKeys: [] },
    claimMutex: createMutex(),
    tracker: UNKNOWING,
    ...UNTRACED,
  };
}

/** Posts a batch of invoices. @returns its id. */
export async function postBatch(
  api: TestApi,
  { token }: TestOrganization,
  count: number,
  series: string,
  changes?: (index: number) => InvoiceInput,
): Promise<number> {
  const answer = await api.post(token, buildBatchBody(count, series, changes));
  if (answer.statusCode !== 201) throw new Error(answer.body);
  return answer.json<{ data: { id: number } }>().data.id;
}

/** Posts and processes a batch. @returns its id. */
export async function issueBatch(...args: Parameters<typeof postBatch>): Promise<number> {
  const batchId = await postBatch(...args);
  await issueInTurn(args[0], batchId);
  return batchId;
}

/** Posts and processes a batch of version 2. @returns its id. */
export async function issueBatchV2(
  api: TestApi,
  { token }: TestOrganization,
  body: { readonly invoice_batch: { readonly invoices: readonly InvoiceInputV2[] } },
): Promise<number> {
  const answer = await api.post(token, body, { version: 2 });
  if (answer.statusCode !== 201) throw new Error(answer.body);
  const batchId = answer.json<{ data: { id: number } }>().data.id;
  await issueInTurn(api, batchId);
  return batchId;
}

/**
 * Processes a batch, after earlier batches of its organization if it must wait for them because its
 * invoices name others.
 */
export async function issueInTurn(api: TestApi, batchId: number): Promise<ProcessResult> {
  const context = issuingContext(api);
  const result = await processBatch(context, batchId);
  if (result.kind !== 'busy') return result;
  const { rows } = await api.database.pool.query<{ id: string }>(
    `select e.id from batches b
     join batches e on e.organization_id = b.organization_id and e.id < b.id and e.processed_at is null
     where b.id = $1 order by e.id`,
    [batchId],
  );
  for (const { id } of rows) await processBatch(context, Number(id));
  return processBatch(context, batchId);
}
