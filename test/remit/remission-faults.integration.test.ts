import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FaultRequest } from '../../packages/aeat-sandbox/src/faults/fault.ts';
import { resumeRemission } from '#src/remit/statements/remission.ts';
import { issueBatch } from '../support/engine.ts';
import { openTestRemission, type TestRemission } from '../support/remission.ts';
import { everyNth, LONG } from '../support/long.ts';

const TIMEOUT_MS = 400;

describe('submission to AEAT when the exchange fails', () => {
  let test: TestRemission;
  beforeEach(async () => {
    test = await openTestRemission();
  });
  afterEach(() => test[Symbol.asyncDispose]());

  const issue = (count: number, series: string) => issueBatch(test.api, test.organization, count, series);
  const sent = () =>
    test.sandbox.control.log().filter(({ operation }) => operation === 'RegFactuSistemaFacturacion');
  const remission = async () =>
    (
      await test.read<{ failures: number; incident: boolean; halted_reason: string | null }>(
        'select failures, incident_since is not null as incident, halted_reason from remissions',
      )
    )[0]!;

  const FAULTS: [what: string, fault: FaultRequest, outcome: string, faultStatus?: number][] = [
    ['no answer and nothing stored', { kind: 'timeout', when: 'before' }, 'timeout'],
    ['no answer after storing', { kind: 'timeout', when: 'after' }, 'timeout'],
    ['a reset before storing', { kind: 'reset', when: 'before' }, 'reset'],
    ['a reset after storing', { kind: 'reset', when: 'after' }, 'reset'],
    ['HTTP 503', { kind: 'http-status', status: 503 }, 'http_status'],
    ['HTTP 500 after storing', { kind: 'http-status', status: 500, when: 'after' }, 'http_status'],
    ['an HTML page', { kind: 'html' }, 'not_xml'],
    ['an HTML page after storing', { kind: 'html', when: 'after' }, 'not_xml'],
    ['a redirect', { kind: 'redirect' }, 'redirected'],
    ['a fault of AEAT', { kind: 'soap-fault', code: 20_009 }, 'fault'],
    ['a fault of AEAT with HTTP 500', { kind: 'soap-fault', code: 20_009 }, 'fault', 500],
    ['a fault of AEAT after storing', { kind: 'soap-fault', code: 20_009, when: 'after' }, 'fault'],
    [
      'a fault of AEAT with HTTP 500 after storing',
      { kind: 'soap-fault', code: 20_009, when: 'after' },
      'fault',
      500,
    ],
    ['an error of AEAT’s server caused by the message', { kind: 'soap-fault', code: 102 }, 'fault'],
    ['a technical fault that blames the client', { kind: 'soap-fault', code: 4110 }, 'fault'],
    [
      'a technical fault that blames the client with HTTP 500',
      { kind: 'soap-fault', code: 4110 },
      'fault',
      500,
    ],
    ['an answer that is not well-formed XML', { kind: 'ill-formed' }, 'not_xml'],
    ['half an answer', { kind: 'truncated' }, 'truncated'],
    ['an answer that ends with a closed connection', { kind: 'truncated', abrupt: true }, 'truncated'],
    ['an answer of another service', { kind: 'wrong-namespace' }, 'wrong_namespace'],
  ];
  it.each(everyNth(3, FAULTS))(
    'sends the same records again with Incidencia=S, and AEAT accepts each once, after %s',
    async (_what, fault, outcome, faultStatus = 200) => {
      test.sandbox.control.change({ faultStatus });
      const batchId = await issue(4, 'F');
      const chainId = await test.chainOf();
      test.sandbox.control.addFaults({ ...fault, count: 1 });
      const first = await test.remit(chainId, TIMEOUT_MS);
      expect(first).toMatchObject({ kind: 'sent', isComplete: false, pending: 4, haltedReason: null });
      expect(await remission()).toEqual({ failures: 1, incident: true, halted_reason: null });
      expect(
        await test.metrics.registry.getSingleMetricAsString('invoice_engine_aeat_submissions_total'),
      ).toContain(`outcome="${outcome}"} 1`);
      test.pass(61);
      expect(await test.remit(chainId)).toMatchObject({ kind: 'sent', isComplete: true, pending: 0 });
      expect(await remission()).toEqual({ failures: 0, incident: false, halted_reason: null });
      expect(await test.states(batchId)).toEqual(Array(4).fill('accepted'));
      const [original, again] = sent();
      expect(again!.records.map(({ digest }) => digest)).toEqual(
        original!.records.map(({ digest }) => digest),
      );
      expect([original!.hasIncident, again!.hasIncident]).toEqual([false, true]);
      expect(test.sandbox.control.gaps()).toMatchObject({ ok: true, chains: [{ stored: 4, gaps: [] }] });
    },
  );

  const INCOMPLETE: [what: string, fault: FaultRequest][] = [
    ['an answer without the last lines', { kind: 'partial', records: 2 }],
    ['technical errors in records', { kind: 'record-error', code: 1241, records: 2 }],
  ];
  it.each(everyNth(3, INCOMPLETE))(
    'sends only the records without an answer again, unchanged, and AEAT accepts each once, after %s',
    async (_what, fault) => {
      const batchId = await issue(4, 'I');
      const chainId = await test.chainOf();
      test.sandbox.control.addFaults({ ...fault, count: 1 });
      const first = await test.remit(chainId);
      expect(first).toMatchObject({ kind: 'sent', isComplete: false, pending: 4, haltedReason: null });
      expect(await remission()).toEqual({ failures: 1, incident: true, halted_reason: null });
      test.pass(61);
      expect(await test.remit(chainId)).toMatchObject({ kind: 'sent', isComplete: true, pending: 0 });
      expect(await remission()).toEqual({ failures: 0, incident: false, halted_reason: null });
      expect(await test.states(batchId)).toEqual(Array(4).fill('accepted'));
      const [whole, rest] = sent().map(({ records }) => records.map(({ digest }) => digest));
      expect(rest).toEqual(whole!.slice(2));
      expect(test.sandbox.control.gaps()).toMatchObject({ ok: true, chains: [{ stored: 4, gaps: [] }] });
    },
  );

  it('retries indefinitely at growing intervals of at most one hour', async () => {
    await issue(1, 'EVER');
    const chainId = await test.chainOf();
    test.sandbox.control.addFaults({ kind: 'http-status', status: 503 });
    const waits: number[] = [];
    for (let tries = 0; tries < 20; tries += 1) {
      const result = await test.remit(chainId);
      if (result.kind !== 'sent' || result.next === null) throw new Error(`not sent but ${result.kind}`);
      const seconds = (result.next.getTime() - test.api.clock.now.getTime()) / 1000;
      waits.push(seconds);
      test.pass(seconds);
    }
    expect(waits).toEqual(waits.toSorted((a, b) => a - b));
    expect(waits[0]).toBeGreaterThanOrEqual(60);
    expect(waits.at(-1)).toBeLessThanOrEqual(3600);
    test.sandbox.control.clearFaults();
    expect(await test.remit(chainId)).toMatchObject({ isComplete: true });
  });

  it('retries soon when nothing was sent, because AEAT counts no message then', async () => {
    await issue(1, 'REFUSED');
    const chainId = await test.chainOf();
    const { url } = test.sandbox;
    const result = await test.remit(chainId, undefined, 'http://127.0.0.1:1');
    expect(result).toMatchObject({ isComplete: false });
    test.pass(11);
    expect(await test.remit(chainId, undefined, url)).toMatchObject({ isComplete: true });
  });

  describe('duplicates (AEAT error 3000)', () => {
    it('are accepted when they are our own records, hundreds of them with a single query', async () => {
      const count = LONG ? 1000 : 150;
      const batchId = await issue(count, 'OWN');
      const chainId = await test.chainOf();
      test.sandbox.control.addFaults({ kind: 'timeout', when: 'after', count: 1 });
      await test.remit(chainId, TIMEOUT_MS);
      test.pass(61);
      expect(await test.remit(chainId)).toMatchObject({ answered: count, isComplete: true });
      expect(new Set(await test.states(batchId))).toEqual(new Set(['accepted']));
      const questions = test.sandbox.control.log().length - sent().length;
      expect(questions).toBe(1);
    });

    it('become accepted_with_errors, with AEAT’s code, when AEAT registered them so', async () => {
      test.sandbox.control.replaceCensus({ unknown: ['G12345674'] });
      const batchId = await issueBatch(test.api, test.organization, 1, 'ERR', () => ({
        recipient_document_number: 'G12345674',
      }));
      const chainId = await test.chainOf();
      test.sandbox.control.addFaults({ kind: 'reset', when: 'after', count: 1 });
      await test.remit(chainId);
      test.pass(61);
      await test.remit(chainId);
      expect(await test.states(batchId)).toEqual(['accepted_with_errors']);
      expect(await test.read('select code from record_answers')).toEqual([{ code: 2001 }]);
    });

    it('are rejected when another system registered the record, and the other records are accepted', async () => {
      const other = await test.api.createOrganization('Antes SL');
      await issueBatch(test.api, other, 1, 'TAKEN');
      const [theirs] = await test.read<{ id: string }>('select id from chains');
      await test.remit(Number(theirs!.id));
      test.pass(1);
      const batchId = await issue(3, 'TAKEN');
      expect(await test.remit(await test.chainOf())).toMatchObject({ isComplete: true });
      expect(await test.states(batchId)).toEqual(['rejected', 'accepted', 'accepted']);
    });

    it('are rejected after several attempts when AEAT’s register does not show them', async () => {
      const batchId = await issue(2, 'GHOST');
      const chainId = await test.chainOf();
      test.sandbox.control.addFaults({ kind: 'record-error', code: 3000, records: 1 });
      for (let tries = 0; tries < 5; tries += 1) {
        expect(await test.remit(chainId)).toMatchObject({ isComplete: false });
        test.pass(1000);
      }
      expect(await test.states(batchId)).toEqual(['accepted', 'remission']);
      expect(await test.remit(chainId)).toMatchObject({ answered: 1, isComplete: true });
      expect(await test.states(batchId)).toEqual(['accepted', 'rejected']);
    });

    it('stay pending while AEAT’s register does not answer', async () => {
      const batchId = await issue(2, 'OPEN');
      const chainId = await test.chainOf();
      test.sandbox.control.addFaults(
        { kind: 'reset', when: 'after', count: 1 },
        { kind: 'http-status', operation: 'consulta', count: 2 },
      );
      await test.remit(chainId);
      test.pass(61);
      expect(await test.remit(chainId)).toMatchObject({ answered: 0, isComplete: false });
      expect(await test.states(batchId)).toEqual(['remission', 'remission']);
      test.pass(61);
      expect(await test.remit(chainId)).toMatchObject({ answered: 2, isComplete: true });
      expect(await test.states(batchId)).toEqual(['accepted', 'accepted']);
    });
  });

  describe('faults that require an operator', () => {
    it.each([4141, 4104, 4102, 4112].flatMap((code) => [200, 500].map((status) => [code, status] as const)))(
      'halt the chain with an error in the log until an operator resumes it: fault %i with HTTP %i',
      async (code, faultStatus) => {
        test.sandbox.control.change({ faultStatus });
        const batchId = await issue(1, 'HALT');
        const chainId = await test.chainOf();
        test.sandbox.control.addFaults({ kind: 'soap-fault', code, count: 1 });
        const result = await test.remit(chainId);
        expect(result).toMatchObject({
          kind: 'sent',
          next: null,
          haltedReason: expect.stringContaining(`AEAT ${code}: `),
        });
        expect((await remission()).halted_reason).toContain(`AEAT ${code}: `);
        expect(test.log.join('')).toMatch(/"level":"error".*halted/);
        test.pass(12 * 3600);
        await issue(1, 'MORE');
        expect(await test.remit(chainId)).toEqual({ kind: 'halted' });
        expect(sent()).toHaveLength(1);

        expect(await resumeRemission(test.pool, chainId, test.api.clock.now)).toBe(true);
        expect(await resumeRemission(test.pool, chainId, test.api.clock.now)).toBe(false);
        expect(await test.remit(chainId)).toMatchObject({ isComplete: true, pending: 0 });
        expect(await test.states(batchId)).toEqual(['accepted']);
        expect(test.sandbox.control.gaps()).toMatchObject({ ok: true });
      },
    );

    it('do not halt other chains', async () => {
      await issueBatch(test.api, test.organization, 2, 'TWO', (index) => ({
        issuer_nif: index === 0 ? 'B12345674' : 'A12345674',
      }));
      test.sandbox.control.addFaults({ kind: 'soap-fault', code: 4104, nif: 'B12345674' });
      expect(await test.remit(await test.chainOf())).toMatchObject({ next: null, isComplete: false });
      expect(await test.remit(await test.chainOf('A12345674'))).toMatchObject({ isComplete: true });
    });

    it('make the next message after resuming use the current name of the issuer', async () => {
      const named = (series: string, name: string) =>
        issueBatch(test.api, test.organization, 1, series, () => ({
          issuer_nif: '12345678Z',
          issuer_name: name,
        }));
      test.sandbox.control.replaceCensus({ taxpayers: [{ nif: '12345678Z', name: 'García López, Ana' }] });
      await named('WRONG', 'Anita García');
      const chainId = await test.chainOf('12345678Z');
      expect(await test.remit(chainId)).toMatchObject({ haltedReason: expect.stringContaining('4104') });
      await named('RIGHT', 'García López, Ana');
      await resumeRemission(test.pool, chainId, test.api.clock.now);
      test.pass(61);
      expect(await test.remit(chainId)).toMatchObject({ answered: 2, isComplete: true });
    });
  });

  it('logs no personal data', async () => {
    await issue(2, 'QUIET-SERIES');
    const chainId = await test.chainOf();
    test.sandbox.control.addFaults(
      { kind: 'soap-fault', code: 4110, count: 1 },
      { kind: 'record-error', code: 1110, records: 1, count: 1 },
    );
    await test.remit(chainId);
    test.pass(61);
    await test.remit(chainId);
    expect(test.log.length).toBeGreaterThan(1);
    expect(test.log.join('')).not.toMatch(/B12345674|A12345674|QUIET-SERIES|Cliente/);
  });

  it('warns when the clocks of AEAT and the database differ', async () => {
    await issue(1, 'CLOCK');
    test.sandbox.control.change({ clockOffsetSeconds: 120 });
    await test.remit(await test.chainOf());
    expect(test.log.join('')).toContain(
      "The clock of the database, which sets the time of records, differs from AEAT's clock",
    );
    expect(
      await test.metrics.registry.getSingleMetricAsString('invoice_engine_aeat_clock_skew_seconds'),
    ).toMatch(/invoice_engine_aeat_clock_skew_seconds 1(19|20)$/);
  });

  it('sets Incidencia=S for records issued during the failure, but not for records issued after it (Orden HAC/1177/2024, art. 16.4)', async () => {
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

  it('sets Incidencia=S after its worker died before it knew whether the message had arrived', async () => {
    const batchId = await issue(1, 'DIED');
    const chainId = await test.chainOf();
    await test.remitAndDie(chainId);
    test.pass(120);
    await test.remit(chainId);
    expect(sent().map(({ hasIncident }) => hasIncident)).toEqual([false, true]);
    expect(await test.states(batchId)).toEqual(['accepted']);
  });
});
