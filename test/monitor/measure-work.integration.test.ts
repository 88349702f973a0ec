import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { measureWork } from '#src/monitor/measure-work.ts';
import type { TestOrganization } from '../support/api.ts';
import { issueBatch, postBatch } from '../support/engine.ts';
import { createMetrics } from '../support/metrics.ts';
import { openTestRemission, type TestRemission } from '../support/remission.ts';
import { storeRenderBatch } from '../support/pdfs.ts';

/**
 * Measures the database once.
 * @returns the metrics by name and labels, such as `invoice_engine_pdfs_waiting` and
 *   `invoice_engine_work_oldest_age_seconds{kind="pdfs"}`.
 */
async function look(test: TestRemission): Promise<Record<string, number>> {
  const { registry, ...metrics } = createMetrics();
  await measureWork(test.api.workers, metrics, test.api.clock.now);
  const lines = (await registry.metrics()).split('\n').filter((line) => /^[a-z]/.test(line));
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]),
  );
}

const oldest = (kind: string) => `invoice_engine_work_oldest_age_seconds{kind="${kind}"}`;
const load = (organization: number | string, work: string) =>
  `invoice_engine_organization_waiting_invoices{organization="${organization}",work="${work}"}`;

describe('the metrics of unfinished work', () => {
  let test: TestRemission;
  let own: TestOrganization;
  beforeAll(async () => {
    test = await openTestRemission();
    own = test.organization;
  });
  afterAll(() => test[Symbol.asyncDispose]());

  it('are zero if nothing waits', async () => {
    expect(await look(test)).toMatchObject({
      [oldest('batches')]: 0,
      [oldest('pdfs')]: 0,
      [oldest('records')]: 0,
      [oldest('webhooks')]: 0,
      invoice_engine_batches_waiting: 0,
      invoice_engine_pdfs_waiting: 0,
      invoice_engine_aeat_pending_records: 0,
      invoice_engine_aeat_overdue_seconds: 0,
      invoice_engine_aeat_incident_age_seconds: 0,
      invoice_engine_webhooks_waiting: 0,
      invoice_engine_database_standbys: 0,
      invoice_engine_work_measured_timestamp_seconds: test.api.clock.now.getTime() / 1000,
    });
  });

  it('count a batch until it is issued, and then its PDFs and records, each with its age', async () => {
    const batchId = await issueBatch(test.api, own, 20, 'A');
    test.pass(30);
    await postBatch(test.api, own, 7, 'B');
    test.pass(10);
    expect(await look(test)).toMatchObject({
      [oldest('batches')]: 10,
      [oldest('pdfs')]: 40,
      [oldest('records')]: 40,
      invoice_engine_batches_waiting: 1,
      invoice_engine_invoices_waiting: 7,
      invoice_engine_pdfs_waiting: 20,
      invoice_engine_aeat_pending_records: 20,
      // The records could be sent, but no worker has sent them.
      invoice_engine_aeat_overdue_seconds: 40,
      [load(own.id, 'issuing')]: 7,
      [load(own.id, 'rendering')]: 20,
    });
    await storeRenderBatch(
      test.api,
      Array.from({ length: 16 }, (_none, position) => batchId * 1000 + position),
    );
    expect(await look(test)).toMatchObject({
      invoice_engine_pdfs_waiting: 4,
      [load(own.id, 'rendering')]: 20,
    });
  });

  it('contain the age of records during an incident of AEAT, and do not count them as overdue', async () => {
    const chainId = await test.chainOf();
    test.sandbox.control.addFaults({ kind: 'http-status', count: 1 });
    await test.remit(chainId);
    test.pass(1);
    expect(await look(test)).toMatchObject({
      [oldest('records')]: 41,
      invoice_engine_aeat_pending_records: 20,
      invoice_engine_aeat_incident_chains: 1,
      invoice_engine_aeat_incident_age_seconds: 1,
      invoice_engine_aeat_overdue_seconds: 0,
    });
    test.pass(3600);
    expect(await look(test)).toMatchObject({
      [oldest('records')]: 3641,
      invoice_engine_aeat_incident_age_seconds: 3601,
    });
    await test.remit(chainId);
    expect(await look(test)).toMatchObject({
      [oldest('records')]: 0,
      invoice_engine_aeat_pending_records: 0,
      invoice_engine_aeat_incident_chains: 0,
      invoice_engine_aeat_incident_age_seconds: 0,
    });
  });

  it('name at most five organizations by id, however many there are', async () => {
    for (let index = 1; index <= 7; index += 1) {
      const organization = await test.api.createOrganization();
      await postBatch(test.api, organization, index + 30, `L${index}`);
    }
    const measured = await look(test);
    const named = Object.keys(measured).filter((name) =>
      name.startsWith('invoice_engine_organization_waiting_invoices'),
    );
    expect(named).toHaveLength(12);
    // The invoices of the three smallest batches, and the PDFs of the first organization.
    expect(measured[load('others', 'issuing')]).toBe(7 + 31 + 32);
    expect(measured[load('others', 'rendering')]).toBe(20);
    expect(named.join()).not.toMatch(/[A-Z]\d{8}/);
  });

  it('contain the times of the last backup and the last verification of the chains, once there are any', async () => {
    const named = async () => {
      const measured = Object.entries(await look(test));
      return Object.fromEntries(measured.filter(([name]) => name.startsWith('invoice_engine_check_done')));
    };
    expect(await named()).toEqual({});
    await test.pool.query(
      `insert into operator_acts (at, act, operator) values
       (to_timestamp(1700000000), 'database.backup', 'test'), (to_timestamp(1700000600), 'database.backup', 'test'),
       (to_timestamp(1700000100), 'chain.verify', 'test'), (to_timestamp(1800000000), 'retention.erase', 'test')`,
    );
    expect(await named()).toEqual({
      'invoice_engine_check_done_timestamp_seconds{check="backup"}': 1_700_000_600,
      'invoice_engine_check_done_timestamp_seconds{check="chains"}': 1_700_000_100,
    });
  });

  it('contain the number of database connections and its limit', async () => {
    const measured = await look(test);
    expect(measured['invoice_engine_database_connections']).toBeGreaterThan(1);
    expect(measured['invoice_engine_database_connections_limit']).toBeGreaterThan(
      measured['invoice_engine_database_connections']!,
    );
  });
});
