import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issueBatch, postBatch } from '../support/engine.ts';
import { storePdf } from '../support/pdfs.ts';
import { openTestWebhooks, type TestWebhooks } from '../notify/support/open-test-webhooks.ts';
import { ofKind } from './support/manifest.ts';
import { renderOverlay } from './support/render.ts';

type Scaled = {
  minReplicaCount: number;
  maxReplicaCount: number;
  fallback: { replicas: number };
  triggers: { type: string; metadata: Record<string, string> }[];
};

const scaled = ofKind(renderOverlay('high-availability'), 'ScaledObject').map(({ metadata, spec }) => ({
  name: metadata.name,
  ...(spec as unknown as Scaled),
}));
const queryOf = (name: string) =>
  scaled.find((one) => one.name === `worker-${name}`)!.triggers[0]!.metadata['query']!;

/* The queries of KEDA to PostgreSQL, with its login and form of connection. */
describe('the due work that KEDA counts', () => {
  let hooks: TestWebhooks;
  let test: TestWebhooks['test'];
  let reader: Client;
  beforeAll(async () => {
    hooks = await openTestWebhooks();
    test = hooks.test;
    const address = new URL(test.api.database.urlOf('reader'));
    address.searchParams.set('options', '-c role=engine_reader');
    reader = new Client({ connectionString: address.href });
    await reader.connect();
  });
  afterAll(async () => {
    await reader.end();
    await hooks[Symbol.asyncDispose]();
  });

  const count = async (name: string): Promise<number> => {
    const { rows, fields } = await reader.query<Record<string, number>>(queryOf(name));
    expect([rows.length, fields.length, fields[0]!.dataTypeID]).toEqual([1, 1, INTEGER]);
    return rows[0]![fields[0]!.name]!;
  };
  const countAll = async () => ({
    issuing: await count('issuing'),
    pdfs: await count('pdfs'),
    remission: await count('remission'),
    webhooks: await count('webhooks'),
  });
  /** PostgreSQL's int4. */
  const INTEGER = 23;

  it('is zero without work', async () => {
    expect(await countAll()).toEqual({ issuing: 0, pdfs: 0, remission: 0, webhooks: 0 });
  });

  it('is the waiting work of each kind of workers, and zero once it is done', async () => {
    const { api, organization, pool } = test;
    await postBatch(api, organization, 3, 'WAITS');
    const batchId = await issueBatch(api, organization, 2, 'ISSUED');
    expect(await countAll()).toEqual({ issuing: 3, pdfs: 2, remission: 1, webhooks: 0 });
    await pool.query("update remissions set halted_at = now(), halted_reason = 'x'");
    expect(await count('remission')).toBe(0);
    await pool.query('update remissions set halted_at = null, halted_reason = null');
    await test.remit(await test.chainOf());
    expect(await count('remission')).toBe(0);
    for (const position of [0, 1]) await storePdf(api, batchId * 1000 + position);
    await pool.query('update batches set rendered_at = now() where id = $1', [batchId]);
    expect(await countAll()).toEqual({ issuing: 3, pdfs: 0, remission: 0, webhooks: 0 });
    await pool.query('update organizations set paused_at = now()');
    expect(await count('issuing')).toBe(0);
    await pool.query('update organizations set paused_at = null');
  });

  it('includes an endpoint with undelivered events, except while it is paused', async () => {
    const receiver = await hooks.openReceiver();
    const { id } = await hooks.add(receiver.url);
    await hooks.issue(1, 'HOOK');
    expect(await count('webhooks')).toBe(1);
    await test.pool.query(`update webhook_endpoints set retry_after = now() + interval '1 hour'`);
    expect(await count('webhooks')).toBe(0);
    await test.pool.query('update webhook_endpoints set retry_after = null');
    await hooks.deliver(id);
    expect(await count('webhooks')).toBe(0);
  });

  it('is read from the indexes of unfinished work, independent of the finished work', async () => {
    const plan = async (name: string) => {
      await reader.query('set enable_seqscan = off');
      const { rows } = await reader.query(`explain (format json) ${queryOf(name)}`);
      await reader.query('reset enable_seqscan');
      return JSON.stringify(rows);
    };
    expect(await plan('issuing')).toContain('batches_unprocessed_index');
    expect(await plan('pdfs')).toMatch(/batches_unrendered_index[^]*corrections_unrendered_index/);
    expect(await plan('webhooks')).toContain('webhook_deliveries_open_index');
    for (const { name } of scaled)
      expect(await plan(name.replace('worker-', ''))).not.toMatch(
        /Seq Scan[^{}]*"Relation Name":"(batches|corrections|webhook_deliveries|registration_records)"/,
      );
  });

  it('requests all replicas even if every batch has one invoice', () => {
    for (const { name, maxReplicaCount, triggers } of scaled) {
      const { query, targetQueryValue } = triggers[0]!.metadata;
      for (const [, limit] of query!.matchAll(/limit (\d+)/g))
        expect({ name, is: Number(limit) >= maxReplicaCount * Number(targetQueryValue) }).toEqual({
          name,
          is: true,
        });
    }
  });

  it('is read with a read-only login', async () => {
    await expect(reader.query('update batches set processed_at = now()')).rejects.toThrow(
      'permission denied',
    );
  });

  it('alone determines the number of workers, never the length of a list in Redis', () => {
    expect(scaled.map(({ name }) => name).toSorted()).toEqual(
      ['issuing', 'pdfs', 'remission', 'webhooks'].map((duty) => `worker-${duty}`),
    );
    for (const { triggers, minReplicaCount, maxReplicaCount, fallback } of scaled) {
      expect(triggers.map(({ type }) => type)).toEqual(['postgresql']);
      const { activationTargetQueryValue, targetQueryValue } = triggers[0]!.metadata;
      expect([Number.isInteger(Number(targetQueryValue)), activationTargetQueryValue]).toEqual([true, '0']);
      // A client that requests a PDF must not wait for a new node.
      expect(minReplicaCount).toBeGreaterThan(0);
      expect(fallback.replicas).toBeGreaterThanOrEqual(minReplicaCount);
      expect(maxReplicaCount).toBeGreaterThan(fallback.replicas);
    }
  });

  it('is counted completely even if every batch has one invoice', async () => {
    const { organization, pool } = test;
    const before = await countAll();
    await pool.query(
      `insert into batches (organization_id, ordinal, status, invoices_count, received_at)
       select $1, 1000000 + n, 'received', 1, now() from generate_series(1, 3000) n`,
      [organization.id],
    );
    expect((await countAll()).issuing - before.issuing).toBe(3000);
  });
});
