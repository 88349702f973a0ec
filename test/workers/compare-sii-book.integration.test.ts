import { afterEach, beforeEach, expect, it } from 'vitest';
import { createPerOrganizationConcurrency } from '#src/remit/per-organization-concurrency.ts';
import { listComparisons, orderComparisons } from '#src/remit/sii/compare/comparisons.ts';
import { buildCompareSiiBook } from '../../workers/compare-sii-book.ts';
import { reconcile } from '../../workers/reconcile.ts';
import { buildRemitRecords } from '../../workers/remit-records.ts';
import { buildSendSiiEntries } from '../../workers/send-sii-entries.ts';
import { BY_TEST } from '../support/api.ts';
import { issueBatch } from '../support/engine.ts';
import { eventually } from '../support/eventually.ts';
import { openTestSii, SII_ISSUER, type TestSii } from '../support/sii.ts';
import { openTestQueues, type TestQueues } from '../support/worker.ts';

let test: TestSii;
let queues: TestQueues;
beforeEach(async () => {
  // The real clock, because BullMQ measures the delays.
  test = await openTestSii({ now: () => Date.now() });
  queues = await openTestQueues();
});
afterEach(async () => {
  await queues[Symbol.asyncDispose]();
  await test[Symbol.asyncDispose]();
});

it('a comparison whose job Redis has lost is found by the reconciler, and read to its end page by page', async () => {
  test.api.clock.now = new Date();
  await issueBatch(test.api, test.organization, 3, 'A');
  await test.sendAll();
  test.sandbox.control.change({ pageSize: 1 });
  const [entry] = await test.read<{ fiscal_year: number; period: string }>(
    'select distinct fiscal_year, period from sii_entries',
  );
  const issuer = { organizationId: test.organization.id, issuerNif: SII_ISSUER };
  const period = { fiscalYear: entry!.fiscal_year, period: entry!.period };
  await orderComparisons(test.pool, issuer, [period], BY_TEST, new Date(Date.now() + 1));
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
    'compare-sii-book': buildCompareSiiBook(context),
  });
  const look = () =>
    reconcile({
      pool: test.api.workers.pool,
      jobQueues: queues.jobQueues,
      metrics: queues.metrics,
      now: () => new Date(),
      environment: { SPFE_TRANSPORT: 'none' },
      place: { batch: 0, rendering: 0, endpoint: 0 },
    });
  await eventually(async () => (await look()) > 0);
  const ended = await eventually(async () => {
    const [comparison] = await listComparisons(test.pool, test.organization.id, SII_ISSUER);
    return comparison!.endedAt !== null && comparison;
  });
  expect(ended).toMatchObject({ pages: 3, invoices: 3, failure: null, differing: 0, onlyInEngine: 0 });
});
