import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { correctInvoice } from '../../../src/operate/correct-invoice.ts';
import { openTestSpfe, type TestSpfe } from '../../support/spfe-sending.ts';
import { putInSpfe } from '../../support/spfe.ts';
import { askAbout } from './support/ask-about.ts';

let test: TestSpfe;
beforeEach(async () => {
  test = await openTestSpfe();
});
afterEach(() => test[Symbol.asyncDispose]());
const { states, fault, booked, sentTo, expectOrder } = askAbout(() => test);
const annul = (invoiceId: number) =>
  correctInvoice(test.correcting(), { invoiceId, action: 'annul', reason: 'x', operator: 'operadora' });
const CSV = expect.stringMatching(/^SANDBOX-/);

describe('the deliveries of an issuer', () => {
  it('are written as they are sent, and admitted with the CSV and the localizador of the SPFE', async () => {
    await test.issue(3, 'A');
    const results = await test.advanceAll();
    expect(results).toMatchObject([
      { kind: 'sent', service: 'send', outcome: 'answered' },
      { kind: 'nothing' },
    ]);
    expect(await test.deliveries()).toMatchObject(
      [1, 2, 3].map((at) => ({ number: `A-${at}`, state: 'admitted', version: 1 })),
    );
    expect(booked()).toEqual([1, 2, 3].map((at) => [`A-${at}`, 'admitted']));
    const requests = await test.read('select service, members, outcome, code, csv from spfe_requests');
    expect(requests).toMatchObject([
      { service: 'send', members: 3, outcome: 'answered', code: '200', csv: CSV },
    ]);
    await expectOrder();
  });

  it('wait for contents, and are blocked with the rule if they cannot be expressed', async () => {
    await putInSpfe(test.pool, { mode: 'prepare', validFrom: '2026-11-19' });
    const withoutCity = { issue_date: '2026-11-19', recipient_billing_city: null };
    await test.issue(1, 'A', { change: () => withoutCity });
    await putInSpfe(test.pool, { validFrom: '2026-11-20' });
    await test.issue(1, 'B');
    expect(await test.advance()).toEqual({ kind: 'nothing' });
    await test.write();
    expect(await test.advance()).toMatchObject({ kind: 'sent' });
    expect(await states()).toEqual(['blocked', 'admitted']);
  });

  it('are only prepared in mode prepare, with the bytes that would be sent', async () => {
    await putInSpfe(test.pool, { mode: 'prepare', channel: 'copy', validFrom: '2026-11-20' });
    await test.issue(1, 'A');
    expect(await test.advanceAll()).toEqual([{ kind: 'nothing' }]);
    expect(await states()).toEqual(['prepared']);
    expect(await test.read('select is_copy, size > 1000 as has from spfe_versions')).toEqual([
      { is_copy: true, has: true },
    ]);
    expect(sentTo()).toEqual([]);
  });

  it('go in requests of at most 100, and originals and copies in different ones', async () => {
    await test.issue(101, 'A');
    await test.issue(2, 'C', { channel: 'copy' });
    await test.advanceAll();
    expect(await test.read('select members from spfe_requests order by id')).toEqual([
      { members: 100 },
      { members: 1 },
      { members: 2 },
    ]);
    expect(new Set(await states())).toEqual(new Set(['admitted']));
    await expectOrder();
  });

  it('are rejected one by one, and a rejected one holds up no other', async () => {
    await test.issue(3, 'A');
    fault({ kind: 'record-error', invoice: 'A-2', count: 1 });
    await test.advanceAll();
    expect(await states()).toEqual(['admitted', 'rejected', 'admitted']);
    expect((await test.deliveries())[1]).toMatchObject({ code: 'SPFE-GEN-01', csv: null });
  });

  it('are held if their invoices are annulled before they are sent', async () => {
    const [first] = await test.issue(2, 'A');
    await test.write();
    const chain = await test.chainOf();
    await test.remit(chain);
    await annul(first!);
    await test.advanceAll();
    expect(await states()).toEqual(['held', 'admitted']);
  });
});
