import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { advanceIssuer } from '#src/remit/spfe/advance-issuer.ts';
import { eventually } from '../../support/eventually.ts';
import { openTestSpfe, type TestSpfe } from '../../support/spfe-sending.ts';
import { askAbout } from './support/ask-about.ts';

let test: TestSpfe;
beforeEach(async () => {
  test = await openTestSpfe();
});
afterEach(() => test[Symbol.asyncDispose]());
const { states, fault, sentTo, expectOrder } = askAbout(() => test);

describe('an issuer of the SPFE', () => {
  const halted = () =>
    test.read<{ reason: string | null }>('select halted_reason as reason from spfe_issuers');

  it.each([
    ['its certificate', { kind: 'soap-fault', code: 3 }, 'SPFE-FAULT-03'],
    ['its representation', { kind: 'soap-fault', code: 4 }, 'SPFE-FAULT-04'],
    ['access', { kind: 'http-status', status: 403 }, 'HTTP 403'],
    ['the representation of the seller', { kind: 'record-error', code: 7 }, 'SPFE-GEN-07'],
  ] as const)('is halted if the SPFE refuses %s, and nothing is lost', async (_what, request, code) => {
    await test.issue(2, 'A');
    await test.write();
    fault({ ...request, count: 1 });
    expect(await test.advance()).toMatchObject({ kind: 'sent', haltedReason: expect.stringContaining(code) });
    expect(await states()).toEqual(['pending', 'pending']);
    expect(await halted()).toMatchObject([{ reason: expect.stringContaining(code) }]);
    test.pass(3600);
    expect(await test.advance()).toEqual({ kind: 'halted' });
    expect(sentTo()).toHaveLength(1);
    await test.pool.query(
      'update spfe_issuers set halted_at = null, halted_reason = null, failures = 0, next_allowed_at = null',
    );
    await test.advanceAll();
    expect(await states()).toEqual(['admitted', 'admitted']);
  });

  it('is halted if the question is refused, although sending was allowed, and nothing is sent again', async () => {
    await test.issue(1, 'A');
    await test.write();
    fault({ kind: 'reset', when: 'after', count: 1 });
    await test.advance();
    fault({ kind: 'soap-fault', code: 4, operation: 'consulta' });
    test.pass(60);
    expect(await test.advance()).toMatchObject({
      service: 'find',
      haltedReason: expect.stringContaining('SPFE-FAULT-04'),
    });
    expect(await states()).toEqual(['uncertain']);
  });

  it('waits longer after each failure, up to a quarter of an hour', async () => {
    await test.issue(1, 'A');
    await test.write();
    const context = test.context(200, 'http://127.0.0.1:9/spfe');
    const issuer = { organizationId: test.organization.id, issuerNif: 'B12345674' };
    const waits: number[] = [];
    for (let attempt = 0; attempt < 9; attempt += 1) {
      const result = await advanceIssuer(context, issuer);
      if (result.kind !== 'sent') throw new Error(`nothing was sent: ${result.kind}`);
      expect(result.outcome).toBe('not_sent');
      const seconds = (result.next.getTime() - test.api.clock.now.getTime()) / 1000;
      waits.push(seconds);
      expect(await advanceIssuer(context, issuer)).toMatchObject({ kind: 'wait' });
      test.pass(seconds);
    }
    expect(await test.read('select attempts, ended_at from spfe_outages')).toEqual([
      { attempts: 9, ended_at: null },
    ]);
    expect(waits).toEqual([8.75, 17.5, 35, 70, 140, 280, 560, 787.5, 787.5]);
    expect(await states()).toEqual(['pending']);
  });

  it('has a document sent alone after two refused requests with it, and rejected after the third', async () => {
    await test.issue(3, 'A');
    fault({ kind: 'soap-fault', code: 2, invoice: 'A-1' });
    await test.advanceAll();
    expect(await states()).toEqual(['rejected', 'admitted', 'admitted']);
    expect(await test.read("select members from spfe_requests where outcome = 'fault' order by id")).toEqual([
      { members: 3 },
      { members: 3 },
      { members: 1 },
    ]);
    expect((await test.deliveries())[0]).toMatchObject({ code: 'SPFE-FAULT-02' });
  });

  it('is served by two workers at once, which send each delivery once', async () => {
    await test.issue(250, 'A');
    await test.write();
    for (let round = 0; round < 3; round += 1)
      await Promise.all([test.advance(), test.advance(), test.advance()]);
    await test.advanceAll();
    expect(new Set(await states())).toEqual(new Set(['admitted']));
    expect(
      await test.read('select sum(members)::int as sent, count(*)::int as requests from spfe_requests'),
    ).toEqual([{ sent: 250, requests: 3 }]);
    await expectOrder();
  });

  it('has its answers discarded that come after the lease, because another worker asks about them', async () => {
    await test.issue(1, 'A');
    await test.write();
    fault({ kind: 'slow', milliseconds: 1500, count: 1 });
    const late = test.advance();
    await eventually(() => test.sandbox.control.messages().length === 1);
    test.pass(60);
    expect(await test.advance()).toEqual({ kind: 'nothing' });
    expect(await states()).toEqual(['uncertain']);
    expect(await late).toMatchObject({ kind: 'sent', outcome: 'late' });
    expect(await states()).toEqual(['uncertain']);
    await test.advanceAll();
    expect(await states()).toEqual(['admitted']);
    expect(sentTo().filter((operation) => operation === 'SendInvoiceSOAP')).toHaveLength(1);
    await expectOrder();
  });
});
