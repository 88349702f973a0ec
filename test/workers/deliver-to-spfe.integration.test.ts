import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createPerOrganizationConcurrency } from '#src/remit/per-organization-concurrency.ts';
import { claimRequest } from '#src/remit/spfe/claim-request.ts';
import { buildDeliverToSpfe } from '../../workers/deliver-to-spfe.ts';
import { reconcile } from '../../workers/reconcile.ts';
import { eventually } from '../support/eventually.ts';
import { openTestSpfe, type TestSpfe } from '../support/spfe-sending.ts';
import { SPFE_ISSUER } from '../support/spfe.ts';
import { openTestQueues, type TestQueues } from '../support/worker.ts';

/** Short times, because BullMQ measures its delays by the real clock. */
const TIMING = { lookUpAfterMs: 50, missingAfterMs: 100, leaseMarginMs: 400 };

/** Faults of Redis, workers and PostgreSQL while invoices are sent to the SPFE. */
describe('the queue spfe', () => {
  let test: TestSpfe;
  let queues: TestQueues;
  beforeEach(async () => {
    test = await openTestSpfe({ now: () => Date.now() });
    test.api.clock.now = new Date();
    queues = await openTestQueues();
  });
  afterEach(async () => {
    await queues[Symbol.asyncDispose]();
    await test[Symbol.asyncDispose]();
  });

  const contextOf = (transport: 'none' | 'sandbox' = 'sandbox') => ({
    ...test.context(),
    spfe: { transport, url: test.sandbox.spfeUrl },
    now: () => new Date(),
    timing: TIMING,
    shares: createPerOrganizationConcurrency(4),
  });
  const work = (transport?: 'none' | 'sandbox') =>
    queues.work('spfe', { 'deliver-to-spfe': buildDeliverToSpfe(contextOf(transport)) });
  const look = (transport: 'none' | 'sandbox' = 'sandbox') =>
    reconcile({
      pool: test.api.workers.pool,
      jobQueues: queues.jobQueues,
      metrics: queues.metrics,
      now: () => new Date(),
      environment: { SPFE_TRANSPORT: transport },
      place: { batch: 0, rendering: 0, endpoint: 0 },
    });
  const states = async () => (await test.deliveries()).map(({ state }) => state);
  const admitted = (count: number) =>
    eventually(async () => {
      await look();
      const all = await states();
      return all.length === count && all.every((state) => state === 'admitted');
    });
  const sends = () =>
    test.sandbox.control.messages().filter(({ operation }) => operation === 'SendInvoiceSOAP').length;

  it('writes and sends what waits, also if Redis lost its jobs', async () => {
    await test.issue(3, 'A');
    work();
    await admitted(3);
    expect(sends()).toBe(1);
    expect(await look()).toBe(0);
  });

  it('compares the issuer with the SPFE and asks what recipients reported, when nothing is to be sent', async () => {
    await test.issue(1, 'A');
    await test.pool.query(`update spfe_issuers set must_compare = true`);
    work();
    await admitted(1);
    await eventually(async () => {
      const [done] = await test.read<{ done: boolean }>(
        `select s.compared_at is not null and d.states_read_at is not null as done
         from spfe_issuers s join spfe_deliveries d on d.organization_id = s.organization_id and d.issuer_nif = s.issuer_nif`,
      );
      return done?.done ?? false;
    });
    expect(await look()).toBe(0);
  });

  it('only writes without a transport, and calls nothing', async () => {
    await test.issue(3, 'A');
    work('none');
    await look('none');
    await eventually(async () => (await test.deliveries()).every(({ version }) => version === 1));
    await eventually(async () => (await look('none')) === 0);
    expect(await states()).toEqual(['pending', 'pending', 'pending']);
    expect(test.sandbox.control.messages()).toEqual([]);
    expect(await test.read('select from spfe_requests')).toEqual([]);
  });

  it.each([
    ['before it sent anything', false],
    ['after the SPFE took it', true],
  ])('asks about the request of a worker that died %s, once its lease is over', async (_when, isSent) => {
    await test.issue(2, 'A');
    await test.write();
    const limits = { timeoutMs: 100, timing: TIMING };
    const issuer = { organizationId: test.organization.id, issuerNif: SPFE_ISSUER };
    const claimed = await claimRequest(test.api.workers.pool, issuer, new Date(), limits, null);
    if (claimed.kind !== 'claimed') throw new Error(`nothing was claimed: ${claimed.kind}`);
    if (isSent) await test.sendAndForget(claimed.claim);
    expect(await states()).toEqual(['sending', 'sending']);
    work();
    await admitted(2);
    expect(sends()).toBe(1);
    expect(await test.read('select outcome, code from spfe_requests order by id limit 1')).toEqual([
      { outcome: 'unknown', code: 'lapsed' },
    ]);
    expect(test.sandbox.control.spfeInvariants()).toMatchObject({ ok: true });
  });

  it('settles an answer although PostgreSQL ends its session meanwhile, and sends nothing again', async () => {
    await test.issue(2, 'A');
    await test.write();
    const holder = await test.pool.connect();
    await holder.query('begin');
    // Blocks the end of the request, and not its claim.
    await holder.query('lock table spfe_differences in access exclusive mode');
    test.sandbox.control.addFaults({ service: 'spfe', kind: 'extra-line', count: 1 });
    work();
    await look();
    const [blocked] = await eventually(async () => {
      const rows = await test.read<{ pid: number }>(
        `select pid from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock' and query ~ 'insert into spfe_differences'`,
      );
      return rows.length > 0 && rows;
    });
    await test.pool.query('select pg_terminate_backend($1)', [blocked!.pid]);
    await holder.query('rollback');
    holder.release();
    await admitted(2);
    expect(sends()).toBe(1);
    expect(await test.read("select service, outcome from spfe_requests where service = 'send'")).toEqual([
      { service: 'send', outcome: 'answered' },
    ]);
  });

  it('fails the job of a halted issuer, whose invoices are written all the same', async () => {
    await test.issue(1, 'A');
    test.sandbox.control.addFaults({ service: 'spfe', kind: 'soap-fault', code: 3, count: 1 });
    work();
    await look();
    const [failed] = await eventually(async () => {
      const jobs = await queues.jobQueues.queues.get('spfe')!.getFailed();
      return jobs.length > 0 && jobs;
    });
    expect(failed!.failedReason).toMatch(/^The issuer is halted/);
    expect(await states()).toEqual(['pending']);
    await test.issue(1, 'B');
    await eventually(async () => {
      await look();
      return (await test.deliveries()).every(({ version }) => version === 1);
    });
    expect(await look()).toBe(0);
    expect(sends()).toBe(1);
  });
});
