import { afterEach, beforeEach, expect, it } from 'vitest';
import { orderBacklog, readBacklog } from '#src/remit/sii/backlog/backlogs.ts';
import { decideRegister } from '../../src/organizations/registers/decide-register.ts';
import { buildDraftSiiBacklog } from '../../workers/draft-sii-backlog.ts';
import { reconcile } from '../../workers/reconcile.ts';
import { buildRemitRecords } from '../../workers/remit-records.ts';
import { createPerOrganizationConcurrency } from '#src/remit/per-organization-concurrency.ts';
import { BY_TEST } from '../support/api.ts';
import { issueBatch } from '../support/engine.ts';
import { eventually } from '../support/eventually.ts';
import { openTestRemission, type TestRemission } from '../support/remission.ts';
import { openTestQueues, type TestQueues } from '../support/worker.ts';

const ISSUER = 'B12345674';
let test: TestRemission;
let queues: TestQueues;
beforeEach(async () => {
  test = await openTestRemission();
  queues = await openTestQueues();
});
afterEach(async () => {
  await queues[Symbol.asyncDispose]();
  await test[Symbol.asyncDispose]();
});

it('an order of earlier invoices whose job Redis has lost is found by the reconciler, and carried out to its end', async () => {
  await issueBatch(test.api, test.organization, 3, 'A', () => ({ operation_date: '2026-10-17' }));
  const wanted = {
    issuerNif: ISSUER,
    validFrom: '2026-11-01',
    register: 'sii',
    period: 'month',
    basis: 'redeme',
  } as const;
  await decideRegister(test.pool, wanted, BY_TEST, test.api.clock.now, false);
  const issuer = { organizationId: test.organization.id, issuerNif: ISSUER };
  expect(await orderBacklog(test.pool, issuer, BY_TEST, test.api.clock.now)).toMatchObject({
    kind: 'ordered',
  });
  const context = {
    ...test.context(),
    jobQueues: queues.jobQueues,
    shares: createPerOrganizationConcurrency(8),
  };
  queues.work('remission', {
    'remit-records': buildRemitRecords(context),
    'draft-sii-backlog': buildDraftSiiBacklog(context),
  });
  await reconcile({
    pool: test.api.workers.pool,
    jobQueues: queues.jobQueues,
    metrics: queues.metrics,
    now: () => test.api.clock.now,
    environment: { SPFE_TRANSPORT: 'none' },
    place: { batch: 0, rendering: 0, endpoint: 0 },
  });
  const order = await eventually(async () => {
    const backlog = await readBacklog(test.pool, test.organization.id, ISSUER);
    return backlog!.order!.endedAt !== null && backlog!.order;
  });
  expect(order).toMatchObject({ entries: 3, refused: 0, failure: null });
});
