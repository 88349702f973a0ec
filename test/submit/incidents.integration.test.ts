import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { issueBatch } from '../support/engine.ts';
import { openTestRemission, type TestRemission } from '../support/remission.ts';

const TIMEOUT_MS = 400;

describe('a message that a technical failure delayed (Orden HAC/1177/2024, art. 16.4)', () => {
  let test: TestRemission;
  beforeEach(async () => {
    test = await openTestRemission();
  });
  afterEach(() => test[Symbol.asyncDispose]());

  const issue = (count: number, series: string) => issueBatch(test.api, test.organization, count, series);
  const sent = () =>
    test.sandbox.control.log().filter(({ operation }) => operation === 'RegFactuSistemaFacturacion');

  it('has Incidencia=S from the second attempt on and contains the same bytes of each record', async () => {
    const batchId = await issue(3, 'LATE');
    const chainId = await test.chainOf();
    test.sandbox.control.addFaults(
      { kind: 'timeout', when: 'after', count: 1 },
      { kind: 'http-status', count: 1 },
    );
    await test.remit(chainId, TIMEOUT_MS);
    test.pass(61);
    await test.remit(chainId);
    test.pass(600);
    expect(await test.remit(chainId)).toMatchObject({ isComplete: true });
    expect(sent().map(({ hasIncident }) => hasIncident)).toEqual([false, true, true]);
    expect(await test.states(batchId)).toEqual(['accepted', 'accepted', 'accepted']);
    // The stand-in compares the content of each record with that of the earlier attempts.
    expect(test.sandbox.control.gaps()).toMatchObject({ ok: true, chains: [{ stored: 3, gaps: [] }] });
    const submissions = await test.read(
      `select has_incident, answered_at is not null as answered, superseded_at is not null as superseded
       from submissions order by id`,
    );
    expect(submissions).toEqual([
      { has_incident: false, answered: false, superseded: true },
      { has_incident: true, answered: true, superseded: false },
    ]);
  });

  it('has Incidencia=S for records issued during the failure, but not for records issued after it', async () => {
    await issue(1, 'BEFORE');
    const chainId = await test.chainOf();
    test.sandbox.control.addFaults({ kind: 'reset', when: 'before', count: 1 });
    await test.remit(chainId);
    await issue(1, 'DURING');
    test.pass(61);
    await test.remit(chainId);
    await issue(1, 'AFTER');
    test.pass(61);
    // Both records are pending now, and the first of them was delayed.
    await test.remit(chainId);
    await issue(1, 'LATER');
    test.pass(61);
    await test.remit(chainId);
    expect(sent().map(({ hasIncident, records }) => [hasIncident, records.length])).toEqual([
      [false, 1],
      [true, 1],
      [true, 2],
      [false, 1],
    ]);
  });

  it('has Incidencia=S after its worker died before it knew whether the message had arrived', async () => {
    const batchId = await issue(1, 'DIED');
    const chainId = await test.chainOf();
    await test.remitAndDie(chainId);
    test.pass(120);
    await test.remit(chainId);
    expect(sent().map(({ hasIncident }) => hasIncident)).toEqual([false, true]);
    expect(await test.states(batchId)).toEqual(['accepted']);
  });
});
