import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FaultRequest } from '../../../packages/aeat-sandbox/src/faults/fault.ts';
import { openTestSpfe, type TestSpfe } from '../../support/spfe-sending.ts';
import { askAbout } from './support/ask-about.ts';

let test: TestSpfe;
beforeEach(async () => {
  test = await openTestSpfe();
});
afterEach(() => test[Symbol.asyncDispose]());
const { states, fault, sentTo, expectOrder } = askAbout(() => test);

describe('a request to the SPFE without a clear answer', () => {
  const LOST: readonly [string, FaultRequest][] = [
    ['lost after the SPFE took it', { kind: 'reset', when: 'after' }],
    ['lost before the SPFE took it', { kind: 'reset', when: 'before' }],
    ['503', { kind: 'http-status', status: 503, when: 'after' }],
    ['a web page', { kind: 'html', when: 'after' }],
    ['a redirect', { kind: 'redirect', when: 'after' }],
    ['a fault of the server', { kind: 'soap-fault', when: 'after' }],
    ['truncated', { kind: 'truncated' }],
    ['broken off', { kind: 'truncated', abrupt: true }],
    ['of another type', { kind: 'wrong-content-type' }],
    ['without its CSV', { kind: 'no-csv' }],
    ['without one of its verdicts', { kind: 'partial', records: 1 }],
    ['with two verdicts about one document', { kind: 'repeated-line', invoice: 'A-2' }],
  ];

  it.each(LOST)('is asked about before anything is sent again: %s', async (_what, request) => {
    await test.issue(3, 'A');
    fault({ ...request, count: 1 });
    await test.advanceAll();
    expect(await states()).toEqual(['admitted', 'admitted', 'admitted']);
    expect(sentTo().slice(0, 2)).toEqual(['SendInvoiceSOAP', 'GetInvoicesSOAP']);
    await expectOrder();
  });

  it('is asked about a minute later, and sent again only if the SPFE lacks it after ten minutes', async () => {
    await test.issue(1, 'A');
    await test.write();
    fault({ kind: 'reset', when: 'before', count: 1 });
    const lost = test.api.clock.now.getTime();
    await test.advance();
    expect(await states()).toEqual(['uncertain']);
    test.pass(59);
    expect(await test.advance()).toEqual({ kind: 'nothing' });
    test.pass(1);
    expect(await test.advance()).toMatchObject({ service: 'find' });
    expect(await states()).toEqual(['uncertain']);
    test.pass(9 * 60 - 1);
    expect(await test.advance()).toEqual({ kind: 'nothing' });
    test.pass(1);
    expect(await test.advance()).toMatchObject({ service: 'find' });
    expect(await states()).toEqual(['pending']);
    expect(await test.advance()).toMatchObject({ service: 'send' });
    expect(test.api.clock.now.getTime() - lost).toBe(600_000);
    await expectOrder();
  });

  it('is found late if the SPFE is behind for some minutes', async () => {
    await test.issue(1, 'A');
    fault({ kind: 'reset', when: 'after', count: 1 });
    fault({ kind: 'stale', operation: 'consulta', seconds: 300, count: 1 });
    await test.advanceAll();
    expect(sentTo()).toEqual([
      'SendInvoiceSOAP',
      'GetInvoicesSOAP',
      'GetInvoicesSOAP',
      'DownloadInvoicesByIDSOAP',
    ]);
    expect(await states()).toEqual(['admitted']);
    await expectOrder();
  });

  it('is never sent again while the question is not answered', async () => {
    await test.issue(1, 'A');
    await test.write();
    fault({ kind: 'reset', when: 'after', count: 1 });
    await test.advance();
    fault({ kind: 'http-status', operation: 'consulta' });
    for (let attempt = 0; attempt < 12; attempt += 1) {
      test.pass(16 * 60);
      await test.advance();
    }
    expect(sentTo().filter((operation) => operation === 'SendInvoiceSOAP')).toHaveLength(1);
    expect(await states()).toEqual(['uncertain']);
    test.sandbox.control.clearFaults();
    test.pass(16 * 60);
    await test.advanceAll();
    expect(await states()).toEqual(['admitted']);
  });

  it('is not judged by the order of the verdicts, and tells of verdicts about other documents', async () => {
    await test.issue(3, 'A');
    fault({ kind: 'record-error', invoice: 'A-3', count: 1 });
    await test.advanceAll();
    await test.issue(3, 'B');
    fault({ kind: 'reversed', count: 1 });
    await test.advanceAll();
    await test.issue(1, 'C');
    fault({ kind: 'extra-line', count: 1 });
    await test.advanceAll();
    expect(await states()).toEqual([
      'admitted',
      'admitted',
      'rejected',
      'admitted',
      'admitted',
      'admitted',
      'admitted',
    ]);
    expect(await test.read('select kind from spfe_differences')).toEqual([{ kind: 'unasked' }]);
    await expectOrder();
  });
});
