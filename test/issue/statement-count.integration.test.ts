import { Client, type Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { processBatch } from '../../src/issue/process-batch.ts';
import { openAeatSandbox } from '../../packages/aeat-sandbox/src/open-aeat-sandbox.ts';
import { remitRecords } from '#src/remit/remit-records.ts';
import { openTestApi, type TestApi, type TestOrganization } from '../support/api.ts';
import { issueBatch, issuingContext, postBatch, remittingContext } from '../support/engine.ts';

describe('the number of SQL statements', () => {
  let api: TestApi;
  let organization: TestOrganization;
  beforeAll(async () => {
    api = await openTestApi();
    organization = await api.createOrganization();
  });
  afterAll(() => api[Symbol.asyncDispose]());

  async function countStatements(work: () => Promise<unknown>): Promise<number> {
    const query = vi.spyOn(Client.prototype, 'query');
    try {
      await work();
      // The pool checks an idle connection with an empty select, which does not count.
      return query.mock.calls.filter(([statement]) => (statement as unknown) !== 'select').length;
    } finally {
      query.mockRestore();
    }
  }

  it('for issuing a batch is the same for 1 and for 1000 invoices of many issuers', async () => {
    const issuers = ['B12345674', 'A12345674', '12345678Z'];
    const changes = (index: number) => ({ issuer_nif: issuers[index % 3]! });
    // The first batch of a database also records its identity; the first of an issuer also checks
    // how other organizations issue for it.
    await issueBatch(api, organization, 3, 'FIRST', changes);
    const small = await postBatch(api, organization, 1, 'SMALL', changes);
    const large = await postBatch(api, organization, 1000, 'LARGE', changes);
    const forSmall = await countStatements(() => processBatch(issuingContext(api), small));
    const forLarge = await countStatements(() => processBatch(issuingContext(api), large));
    expect(forLarge).toBe(forSmall);
    expect(forLarge).toBeLessThanOrEqual(12);
  });

  it('for issuing a batch takes three round trips, or four if the invoices are stored before their records are built', async () => {
    await issueBatch(api, organization, 1, 'FIRST-OF-TRIPS');
    const batchId = await postBatch(api, organization, 1, 'TRIPS');
    const context = issuingContext(api);
    let trips = 0;
    const pool = countTrips(context.pool, () => (trips += 1));
    await processBatch({ ...context, pool }, batchId);
    expect(trips).toBeGreaterThanOrEqual(3);
    expect(trips).toBeLessThanOrEqual(4);
  });

  it('for sending an envelope is the same for 1 and for 1000 records', async () => {
    await using sandbox = await openAeatSandbox({ port: 0, now: () => api.clock.now.getTime() });
    const issueFor = async (nif: string, count: number) => {
      await issueBatch(api, organization, count, nif, () => ({ issuer_nif: nif }));
      const { rows } = await api.database.pool.query<{ id: string }>(
        'select id from chains where issuer_nif = $1',
        [nif],
      );
      return Number(rows[0]!.id);
    };
    const [small, large] = [await issueFor('X1234567L', 1), await issueFor('G12345674', 1000)];
    const context = remittingContext(api, sandbox.url);
    const forSmall = await countStatements(() => remitRecords(context, small));
    const forLarge = await countStatements(() => remitRecords(context, large));
    expect(sandbox.control.records()).toHaveLength(1001);
    expect(forLarge).toBe(forSmall);
    expect(forLarge).toBeLessThanOrEqual(23);
  });

  it('for accepting a batch of any size is one, plus occasional look-ups of the session, its issuers, its series and the registers', async () => {
    // A connection that was idle for long is reopened first; its statements do not belong to a
    // batch.
    await api.get(organization.token, '/invoice_batches');
    api.clock.now = new Date(api.clock.now.getTime() + 5000);
    expect(await countStatements(() => postBatch(api, organization, 1, 'POST-FIRST'))).toBe(5);
    expect(await countStatements(() => postBatch(api, organization, 1, 'POST-SMALL'))).toBe(1);
    expect(await countStatements(() => postBatch(api, organization, 1000, 'POST-LARGE'))).toBe(1);
  });
});

type Query = (...asked: unknown[]) => Promise<unknown>;

/**
 * Returns a pool that calls `onTrip` for each statement sent on a connection without statements in
 * flight.
 */
function countTrips(pool: Pool, onTrip: () => void): Pool {
  return withMember(pool, 'connect', async () => {
    const client = await pool.connect();
    const query = client.query.bind(client) as Query;
    let waiting = 0;
    return withMember(client, 'query', async (...asked: unknown[]) => {
      if (waiting === 0) onTrip();
      waiting += 1;
      return query(...asked).finally(() => (waiting -= 1));
    });
  });
}

function withMember<T extends object>(target: T, name: string, own: unknown): T {
  return new Proxy(target, {
    get(_target, member) {
      if (member === name) return own;
      const value: unknown = Reflect.get(target, member, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}
