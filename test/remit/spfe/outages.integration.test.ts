import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { confirmOutage, listOutages, recordAnswer, recordFailure } from '../../../src/remit/spfe/outages.ts';
import { type Database, openDatabase } from '../../../src/platform/postgres/open-database.ts';
import { BY_TEST, openTestApi, type TestApi } from '../../support/api.ts';
import { issueBatch } from '../../support/engine.ts';
import { storeInState } from '../../support/spfe-rows.ts';
import { openTestSpfe } from '../../support/spfe-sending.ts';

const HOUR = 3_600_000;

/** The times during which the SPFE could not be used. */
describe('an outage of the SPFE', () => {
  let api: TestApi;
  let operator: Database;
  let batchId: number;
  beforeAll(async () => {
    api = await openTestApi();
    operator = openDatabase({
      url: api.database.urlOf('operator'),
      applicationName: 'test-operator',
      role: 'operator',
    });
    batchId = await issueBatch(api, await api.createOrganization(), 5, 'OUT');
  });
  afterAll(async () => {
    await operator[Symbol.asyncDispose]();
    await api[Symbol.asyncDispose]();
  });

  const workers = () => api.workers.pool;
  const at = (text: string) => new Date(`2026-11-${text}:00Z`);

  it('begins with the first attempt that fails, counts the others, and ends with the first answer', async () => {
    await recordAnswer(workers(), at('01T09:00'));
    expect(await listOutages(workers(), 10)).toEqual([]);
    await recordFailure(workers(), at('01T10:00'));
    // Attempts of several workers, one of which stores its failure late.
    await Promise.all([
      recordFailure(workers(), at('01T10:20')),
      recordFailure(workers(), at('01T10:10')),
      recordFailure(workers(), at('01T10:05')),
    ]);
    const began = at('01T10:00').getTime();
    expect(await listOutages(workers(), 10)).toMatchObject([
      { beganAt: began, lastFailedAt: began + HOUR / 3, attempts: 4, endedAt: null },
    ]);
    await Promise.all([recordAnswer(workers(), at('01T11:00')), recordAnswer(workers(), at('01T11:00'))]);
    await recordAnswer(workers(), at('01T12:00'));
    await recordFailure(workers(), at('01T13:00'));
    expect(await listOutages(workers(), 10)).toMatchObject([
      { beganAt: began + 3 * HOUR, attempts: 1, endedAt: null },
      { beganAt: began, attempts: 4, endedAt: began + HOUR },
    ]);
    await recordAnswer(workers(), at('01T14:00'));
  });

  it('that lasted long delays what was due during it and is not admitted, once and on an order', async () => {
    const states = ['pending', 'uncertain', 'rejected', 'admitted', 'pending'] as const;
    for (const [index, state] of states.entries())
      await storeInState(api.database.pool, batchId * 1000 + index, {
        state,
        // The last one was due before the outage.
        dueBy: at(index === 4 ? '19T07:00' : '20T09:00'),
      });
    await recordFailure(workers(), at('19T08:00'));
    await recordFailure(workers(), at('20T08:30'));
    const [{ id } = { id: 0 }] = await listOutages(workers(), 1);
    const confirm = (which: number) => confirmOutage(operator.pool, which, BY_TEST, at('21T09:00'));
    expect(await confirm(id)).toEqual({ kind: 'open' });
    await recordAnswer(workers(), at('20T10:00'));

    const dueUntil = new Date('2026-11-26T23:00:00Z');
    expect(await confirm(id)).toEqual({ kind: 'confirmed', dueUntil, deliveries: 3 });
    expect(await confirm(id)).toEqual({ kind: 'already' });
    expect(await confirm(id + 100)).toEqual({ kind: 'missing' });
    expect(await confirm(id - 1)).toEqual({ kind: 'short' });
    const { rows } = await api.database.pool.query<{ due: string }>(
      'select due_by as due from spfe_deliveries order by issued_invoice_id',
    );
    const kept = at('20T09:00');
    expect(rows.map(({ due }) => new Date(due))).toEqual([
      dueUntil,
      dueUntil,
      dueUntil,
      kept,
      at('19T07:00'),
    ]);
    const acts = await api.database.pool.query(
      `select operator, subject_id::int as subject, details ->> 'deliveries' as deliveries from operator_acts where act = 'spfe.outage'`,
    );
    expect(acts.rows).toEqual([{ operator: BY_TEST.operator, subject: id, deliveries: '3' }]);
  });

  it('is not confirmed while the national holidays after it are not known', async () => {
    await recordFailure(workers(), new Date('2031-03-03T09:00:00Z'));
    await recordAnswer(workers(), new Date('2031-03-05T09:00:00Z'));
    const [{ id } = { id: 0 }] = await listOutages(workers(), 1);
    const confirmed = await confirmOutage(operator.pool, id, BY_TEST, new Date('2031-03-06T09:00:00Z'));
    expect(confirmed).toEqual({ kind: 'no_calendar' });
    expect(await listOutages(workers(), 1)).toMatchObject([{ confirmedAt: null, dueUntil: null }]);
  });
});

it('a request that the SPFE does not answer begins an outage, and its next answer ends it, also a refusal', async () => {
  await using test = await openTestSpfe();
  const outages = async () =>
    (await listOutages(test.pool, 10)).map(({ attempts, endedAt }) => [attempts, endedAt !== null]);
  await test.issue(1, 'A');
  await test.write();
  test.sandbox.control.addFaults({ kind: 'http-status', service: 'spfe', count: 1 });
  await test.advance();
  expect(await outages()).toEqual([[1, false]]);
  test.pass(600);
  test.sandbox.control.addFaults({ kind: 'soap-fault', code: 4, service: 'spfe', count: 1 });
  await test.advance();
  expect(await outages()).toEqual([[1, true]]);
});
