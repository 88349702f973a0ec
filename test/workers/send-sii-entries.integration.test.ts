import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { claimMessage } from '#src/remit/sii/claim-message.ts';
import { createPerOrganizationConcurrency } from '#src/remit/per-organization-concurrency.ts';
import { findSiiAddress } from '#src/remit/sii/service-address.ts';
import { reconcile } from '../../workers/reconcile.ts';
import { buildRemitRecords } from '../../workers/remit-records.ts';
import { buildSendSiiEntries } from '../../workers/send-sii-entries.ts';
import { issueBatch } from '../support/engine.ts';
import { eventually } from '../support/eventually.ts';
import { openTestSii, SII_ISSUER, type TestSii } from '../support/sii.ts';
import { openTestQueues, type TestQueues } from '../support/worker.ts';

const OTHER = { issuer_nif: 'A12345674' };
const LEASE_MS = 500;

/** Faults of Redis, workers and PostgreSQL while entries are sent to SII beside records of VeriFactu. */
describe('the queue remission with issuers in SII', () => {
  let test: TestSii;
  let queues: TestQueues;
  beforeEach(async () => {
    // The real clock, because BullMQ measures the delays.
    test = await openTestSii({ now: () => Date.now(), settings: { waitSeconds: 1 } });
    queues = await openTestQueues();
  });
  afterEach(async () => {
    await queues[Symbol.asyncDispose]();
    await test[Symbol.asyncDispose]();
  });

  const work = () => {
    const context = {
      ...test.context(),
      now: () => new Date(),
      mostEntries: 1000,
      jobQueues: queues.jobQueues,
      shares: createPerOrganizationConcurrency(8),
    };
    queues.work('remission', {
      'remit-records': buildRemitRecords(context),
      'send-sii-entries': buildSendSiiEntries(context),
    });
  };
  const look = () =>
    reconcile({
      pool: test.api.workers.pool,
      jobQueues: queues.jobQueues,
      metrics: queues.metrics,
      now: () => new Date(),
      environment: { SPFE_TRANSPORT: 'none' },
      place: { batch: 0, rendering: 0, endpoint: 0 },
    });
  const issue = (count: number, series: string, changes?: Parameters<typeof issueBatch>[4]) => {
    test.api.clock.now = new Date();
    return issueBatch(test.api, test.organization, count, series, changes);
  };
  const states = async () => (await test.entries()).map(({ state }) => state);
  const accepted = (count: number) =>
    eventually(async () => {
      const all = await states();
      return all.length === count && all.every((state) => state === 'accepted');
    });

  it('sends entries and records whose jobs Redis has lost, once the reconciler finds them', async () => {
    await issue(3, 'SII');
    await issue(2, 'VERIFACTU', () => OTHER);
    work();
    expect(await look()).toBeGreaterThanOrEqual(2);
    await accepted(3);
    await eventually(() => test.sandbox.control.records().length === 2);
    expect(test.sandbox.control.book()).toHaveLength(3);
    const both = await test.read(
      'select from sii_entries e join registration_records r on r.issued_invoice_id = e.issued_invoice_id',
    );
    expect(both).toEqual([]);
  });

  it('sends the message of a worker that died before it stored AEAT’s answer again, and registers nothing twice', async () => {
    await issue(3, 'DEAD');
    const { pool, aeat } = test.context();
    const issuer = { organizationId: test.organization.id, issuerNif: SII_ISSUER };
    const limits = { entries: 1000, ofIssuer: 3, ofOrganization: 6, leaseMs: LEASE_MS };
    const claimed = await claimMessage(pool, issuer, new Date(), limits, null);
    if (claimed.kind !== 'claimed') throw new Error(`nothing was claimed: ${claimed.kind}`);
    await fetch(findSiiAddress(aeat.url, 'A0'), {
      method: 'POST',
      headers: { 'content-type': 'text/xml; charset=utf-8' },
      body: new Uint8Array(claimed.claim.request),
    });
    expect(test.sandbox.control.book()).toHaveLength(3);
    expect(await states()).toEqual(['sent', 'sent', 'sent']);

    work();
    // Until the lease is over, nothing of the message is due; comparisons may be at night.
    await eventually(async () => {
      await look();
      return (await states()).every((state) => state === 'accepted');
    });
    expect(test.sandbox.control.book().map(({ history }) => history.length)).toEqual([1, 1, 1]);
    const sent = test.sandbox.control.messages().filter(({ communication }) => communication === 'A0');
    expect(new Set(sent.map(({ sha256 }) => sha256)).size).toBe(1);
    expect((await test.entries()).every(({ csv }) => csv !== null)).toBe(true);
  });

  it('stores AEAT’s answer although PostgreSQL ends its session meanwhile, and sends nothing again', async () => {
    await issue(2, 'RESTART');
    const holder = await test.pool.connect();
    await holder.query('begin; lock table sii_attempts in access exclusive mode');
    work();
    await look();
    const [blocked] = await eventually(async () => {
      const rows = await test.read<{ pid: number }>(
        `select pid from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock' and query ~ 'insert into sii_attempts'`,
      );
      return rows.length > 0 && rows;
    });
    await test.pool.query('select pg_terminate_backend($1)', [blocked!.pid]);
    await holder.query('rollback');
    holder.release();
    await accepted(2);
    const sent = test.sandbox.control.messages().filter(({ communication }) => communication === 'A0');
    expect(sent).toHaveLength(1);
    expect(await test.read('select attempt from sii_attempts')).toEqual([{ attempt: 1 }]);
  });
});
