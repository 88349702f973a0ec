import { setTimeout as wait } from 'node:timers/promises';
import type { PoolClient } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { markChains, recordIdentity } from '#src/platform/postgres/lineage/restores.ts';
import { correctInvoice } from '#src/operate/correct-invoice.ts';
import { claimSubmission } from '#src/remit/attempt/claim-submission.ts';
import { recordDatabase } from '#src/platform/process/record-database.ts';
import { processBatch } from '#src/issue/process-batch.ts';
import { issueBatch, issuingContext, postBatch } from '../support/engine.ts';
import { eventually } from '../support/eventually.ts';
import { openTestRemission, type TestRemission } from '../support/remission.ts';

const LIMITS = { leaseMs: 15_000, maxWaitSeconds: 600 };
const OTHERS = ['timeline = timeline + 1', `system_identifier = '1'`, 'database_oid = 1', 'table_file = 1'];

describe('a chain that is marked for comparison with AEAT', () => {
  let test: TestRemission;
  let series = 0;
  beforeAll(async () => {
    test = await openTestRemission();
    await issueBatch(test.api, test.organization, 1, 'FIRST');
  });
  afterAll(() => test[Symbol.asyncDispose]());
  beforeEach(() => test.pool.query('update remissions set compare_since = null'));

  const now = () => test.api.clock.now;
  const post = () => postBatch(test.api, test.organization, 2, `S${(series += 1)}`);
  const process = (batchId: number) => processBatch(issuingContext(test.api), batchId);
  const countRecords = async () => {
    const [row] = await test.read<{ count: number }>('select count(*)::int from registration_records');
    return row!.count;
  };
  const annul = async () => {
    const [row] = await test.read<{ id: number }>(
      `select min(i.id)::float8 as id from issued_invoices i where not exists (select from corrections k where k.issued_invoice_id = i.id)`,
    );
    return correctInvoice(test.correcting(), {
      invoiceId: row!.id,
      action: 'annul',
      reason: 'x',
      operator: 'ana',
    });
  };

  /** Locks the chains in a transaction while `work` runs. */
  async function whileHeld(work: (client: PoolClient) => Promise<void>): Promise<void> {
    const client = await test.pool.connect();
    try {
      await client.query('begin');
      await client.query('select from chains for update');
      await work(client);
      await client.query('commit');
    } finally {
      client.release();
    }
  }
  /** Waits until `count` sessions wait for a lock. */
  const waiting = (count: number) =>
    eventually(async () => {
      const [row] = await test.read<{ waiting: number }>(
        `select count(*)::int as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return row!.waiting >= count;
    });

  it('gets no record of a batch that waited for it while it was marked', async () => {
    const before = await countRecords();
    const batchId = await post();
    let result: ReturnType<typeof process> | undefined;
    await whileHeld(async (client) => {
      result = process(batchId);
      await waiting(1);
      await markChains(client, now(), null);
    });
    expect(await result).toMatchObject({ kind: 'suspended' });
    expect(await countRecords()).toBe(before);
  });

  it('gets no record of a correction that waited for it while it was marked', async () => {
    const before = await countRecords();
    let result: Promise<unknown> | undefined;
    await whileHeld(async (client) => {
      result = annul();
      result.catch(() => {});
      await waiting(1);
      await markChains(client, now(), null);
    });
    await expect(result).rejects.toThrow('waits for its comparison with AEAT');
    expect(await countRecords()).toBe(before);
  });

  it('is marked only after the transaction of a batch that is being issued has committed', async () => {
    const before = await countRecords();
    const batchId = await post();
    // Stops the issuing between its check of the chain's status and its commit.
    const client = await test.pool.connect();
    await client.query('begin');
    await client.query('lock table issued_invoices in share mode');
    const result = process(batchId);
    await waiting(1);
    const marking = markChains(test.pool, now(), null);
    await waiting(2);
    const isMarked = await Promise.race([marking, wait(200)]);
    expect(isMarked).toBeUndefined();
    await client.query('rollback');
    client.release();
    expect(await result).toMatchObject({ issued: 2 });
    expect(await marking).toHaveLength(1);
    expect(await countRecords()).toBe(before + 2);
    expect(await process(await post())).toMatchObject({ kind: 'suspended' });
    expect(await countRecords()).toBe(before + 2);
  });

  it('gets no record from a commit after the mark became visible, in any interleaving', async () => {
    for (let round = 0; round < 8; round += 1) {
      await test.pool.query('update remissions set compare_since = null');
      const batches = await Promise.all(Array.from({ length: 4 }, post));
      const issuing = batches.map((batchId, index) => wait(index * 5).then(() => process(batchId)));
      await wait(round * 6);
      await markChains(test.pool, now(), null);
      const seen = await countRecords();
      await Promise.all(issuing);
      expect(await countRecords()).toBe(seen);
    }
  });

  it('is not sent, although it was compared just before', async () => {
    await markChains(test.pool, now(), null);
    const chainId = await test.chainOf();
    const claimed = await claimSubmission(test.api.workers.pool, chainId, now(), LIMITS, null);
    expect(claimed).toEqual({ kind: 'suspended', isKnownDatabase: true });
    expect(await test.read('select from submissions')).toEqual([]);
  });

  it.each(OTHERS)('gets no record and sends nothing after the database was replaced (%s)', async (other) => {
    const become = () => test.pool.query(`update database_identities set ${other}`);
    const before = await countRecords();
    await become();
    expect(await process(await post())).toMatchObject({ kind: 'suspended' });
    await test.pool.query('update remissions set compare_since = null');
    await become();
    await expect(annul()).rejects.toThrow('until the workers have marked its chains');
    const claimed = await claimSubmission(test.api.workers.pool, await test.chainOf(), now(), LIMITS, null);
    expect(claimed).toEqual({ kind: 'suspended', isKnownDatabase: false });
    const { logger } = test.context();
    await recordDatabase({ pool: test.api.workers.pool, logger }, now());
    // The message contains the event, its reason, the next step and the command that shows details.
    expect(JSON.parse(test.log.at(-1)!)).toMatchObject({
      level: 'error',
      chains: 1,
      message: expect.stringMatching(
        /has changed: .*compare each of its chains with AEAT.*npm run engine -- chains/,
      ),
    });
    expect(await recordIdentity(test.api.workers.pool, now())).toBeNull();
    expect(await countRecords()).toBe(before);
    // The comparison succeeds, and the chain continues.
    expect(['sent', 'nothing']).toContain((await test.remit(await test.chainOf())).kind);
  });
});
