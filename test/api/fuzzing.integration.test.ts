import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { IssuedBatch } from '../../src/issue/issue-batch.ts';
import { processBatch } from '../../src/issue/process-batch.ts';
import { TODAY } from '../domain/support/inputs.ts';
import { openTestApi, type TestApi, type TestOrganization } from '../support/api.ts';
import { issuingContext } from '../support/engine.ts';
import {
  bodiesWithStrangers,
  brokenBodies,
  nearlyValidBodies,
  oddBodies,
  strangeBodies,
} from './support/hostile-bodies.ts';
import { runsOf } from '../support/long.ts';

/** FUZZ_RUNS=10000 sets another number of runs. */
const RUNS = Number(process.env['FUZZ_RUNS'] ?? runsOf(100));
const ALLOWED = [201, 400, 422];

let api: TestApi;
let organization: TestOrganization;
beforeAll(async () => {
  api = await openTestApi({ READ_RATE_LIMIT: 1_000_000 });
  api.clock.now = new Date(`${TODAY}T11:00:00Z`);
  organization = await api.createOrganization();
});
afterAll(() => api[Symbol.asyncDispose]());

async function countBatches(): Promise<number> {
  const { rows } = await api.database.pool.query(
    'select batches_count::int from organizations where id = $1',
    [organization.id],
  );
  return rows[0].batches_count;
}

type Created = { data: { id: number; invoices_count: number }; errors?: Record<string, string[]> };
type Invoice = { processing_status: string; processing_error: string | null };

async function listInvoices(batchId: number): Promise<Invoice[]> {
  const list = await api.get(organization.token, `/invoice_batches/${batchId}/batch_invoices?per_page=100`);
  expect(list.statusCode).toBe(200);
  return list.json<{ data: Invoice[] }>().data;
}

/** Sends a body and checks everything that the contract promises about the response. */
async function submit(body: string | Buffer): Promise<void> {
  const key = randomUUID();
  const before = await countBatches();
  const answer = await api.post(organization.token, body, { key });
  expect(ALLOWED).toContain(answer.statusCode);
  const again = await api.post(organization.token, body, { key });
  expect([again.statusCode, again.body]).toEqual([answer.statusCode, answer.body]);
  const created = answer.statusCode === 201;
  expect(await countBatches()).toBe(before + (created ? 1 : 0));
  const message = created ? null : answer.json<{ error: { message: string } }>().error.message;
  expect(message).not.toBe('');
  if (created) await follow(answer.json<Created>());
}

/**
 * Checks that every invoice exists, that exactly the reported ones failed, and that the batch can
 * be processed.
 */
async function follow({ data, errors = {} }: Created): Promise<void> {
  const told = Object.values(errors)
    .flat()
    // Several messages under one key each name their invoice.
    .map((message) => message.replace(/ \(invoices\[\d+\]\)$/, ''));
  const invoices = await listInvoices(data.id);
  expect(invoices).toHaveLength(data.invoices_count);
  const failed = invoices.filter(({ processing_status }) => processing_status === 'failed');
  expect(failed.flatMap(({ processing_error }) => processing_error!.split('; ')).toSorted()).toEqual(
    told.flatMap((message) => message.split('; ')).toSorted(),
  );
  const result = await processBatch(issuingContext(api), data.id);
  expect(result).toEqual({
    kind: 'issued',
    issued: expect.any(Number),
    failed: expect.any(Number),
    pdfsOnDemand: false,
    chains: expect.any(Array),
    sii: [],
    spfe: [],
  });
  const { issued, failed: refused } = result as IssuedBatch;
  expect(issued + refused).toBe(data.invoices_count);
  for (const { processing_status, processing_error } of await listInvoices(data.id)) {
    expect(['processed', 'failed']).toContain(processing_status);
    // Only checks against stored data may fail later; acceptance reports all other errors.
    if (processing_status === 'failed' && !told.some((message) => processing_error!.includes(message))) {
      expect(processing_error).toMatch(/already|Rectified invoice/i);
    }
  }
}

describe('any body', () => {
  it.each<[string, fc.Arbitrary<string | Buffer>]>([
    ['nearly valid', nearlyValidBodies],
    ['of odd values', oddBodies],
    ['with strange members and values', bodiesWithStrangers],
    ['with broken bytes', brokenBodies],
    ['of any JSON value', strangeBodies],
  ])(
    'is accepted or refused, and never causes an error of the server: %s',
    { timeout: 120_000 },
    async (_what, bodies) => {
      await fc.assert(fc.asyncProperty(bodies, submit), { numRuns: RUNS });
    },
  );
});
