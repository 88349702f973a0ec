import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { claimMessage } from '#src/remit/sii/claim-message.ts';
import { issueBatch } from '../../support/engine.ts';
import { openTestSii, SII_ISSUER, type TestSii } from '../../support/sii.ts';

let test: TestSii;
beforeEach(async () => {
  test = await openTestSii();
});
afterEach(() => test[Symbol.asyncDispose]());

const issue = (count: number, series: string, changes?: Parameters<typeof issueBatch>[4]) =>
  issueBatch(test.api, test.organization, count, series, changes);
const states = async () => (await test.entries()).map(({ state }) => state);
const book = () => test.sandbox.control.book();

describe('an invoice of an issuer in SII', () => {
  it('has an entry that is due, and neither a registration record nor a QR code', async () => {
    await issue(2, 'A');
    expect(
      await test.read(
        'select fiscal_year, period, due_by::text, state, kind, version from sii_entries order by issued_invoice_id',
      ),
    ).toEqual(
      [1, 2].map(() => ({
        fiscal_year: 2026,
        period: '11',
        due_by: '2026-11-26',
        state: 'pending',
        kind: 'A0',
        version: 1,
      })),
    );
    expect(await test.read('select qr_url from issued_invoices')).toEqual([
      { qr_url: null },
      { qr_url: null },
    ]);
    expect(await test.read('select from registration_records')).toEqual([]);
  });

  it('is accepted by SII with the CSV of its message', async () => {
    await issue(3, 'A');
    expect(await test.send()).toMatchObject({ kind: 'sent', answered: 3, haltedReason: null });
    const entries = await test.entries();
    expect(entries.map(({ number, state }) => [number, state])).toEqual([
      ['A-1', 'accepted'],
      ['A-2', 'accepted'],
      ['A-3', 'accepted'],
    ]);
    expect(new Set(entries.map(({ csv }) => csv)).size).toBe(1);
    expect(entries[0]!.csv).toMatch(/^[A-Z0-9-]{16}$/);
    expect(
      book()
        .map(({ id }) => id.number)
        .toSorted(),
    ).toEqual(['A-1', 'A-2', 'A-3']);
    expect(await test.send()).toEqual({ kind: 'nothing' });
  });
});

describe('entries whose outcome is unknown', () => {
  it('are sent again with the same bytes, and AEAT’s book then shows their states and CSV', async () => {
    await issue(4, 'A');
    test.sandbox.control.addFaults({ kind: 'reset', when: 'after', service: 'sii', count: 1 });
    const first = await test.send();
    expect(first).toMatchObject({ kind: 'sent', answered: 0 });
    expect(await states()).toEqual(['sent', 'sent', 'sent', 'sent']);
    await test.sendAll();
    expect(await states()).toEqual(['accepted', 'accepted', 'accepted', 'accepted']);
    const messages = await test.read<{ request: Buffer; attempt: number }>(
      'select request, attempt from sii_messages',
    );
    expect(messages.map(({ attempt }) => attempt)).toEqual([2]);
    const { messages: list } = test.sandbox.control;
    const [lost, repeated] = list().filter(({ communication }) => communication === 'A0');
    expect(repeated!.sha256).toBe(lost!.sha256);
    expect((await test.entries()).every(({ csv }) => csv !== null)).toBe(true);
  });

  it.each([
    { kind: 'http-status', status: 503 },
    { kind: 'html' },
    { kind: 'truncated' },
    { kind: 'soap-fault' },
    { kind: 'wrong-encoding' },
    { kind: 'partial', records: 2 },
    { kind: 'shuffled', seed: 3 },
    { kind: 'timeout', when: 'after', milliseconds: 100 },
  ] as const)('are all accepted in the end after %o, and registered once', async (fault) => {
    await issue(5, 'A');
    test.sandbox.control.addFaults({ ...fault, service: 'sii', count: 2 });
    await test.sendAll();
    expect(await states()).toEqual(Array.from({ length: 5 }, () => 'accepted'));
    expect(book()).toHaveLength(5);
    expect(book().every(({ history }) => history.length === 1)).toBe(true);
  });

  it('are not sent by another worker before the lease of one that died has ended', async () => {
    await issue(2, 'A');
    const context = test.context();
    const limits = { entries: 1000, ofIssuer: 3, ofOrganization: 6, leaseMs: 25_000 };
    const issuer = { organizationId: test.organization.id, issuerNif: SII_ISSUER };
    expect(await claimMessage(context.pool, issuer, context.now(), limits, null)).toMatchObject({
      kind: 'claimed',
    });
    expect(await test.send()).toEqual({ kind: 'nothing' });
    test.pass(25);
    expect(await test.send()).toMatchObject({ kind: 'sent', answered: 2 });
    expect(book()).toHaveLength(2);
  });
});

describe('a message to SII', () => {
  it('has at most as many entries as the setting says, and others are sent in parallel', async () => {
    await issue(5, 'A');
    const results = await Promise.all([1, 2, 3].map(() => test.send({ most: 2 })));
    expect(
      results
        .map((result) => result.kind === 'sent' && result.answered)
        .toSorted((a, b) => Number(a) - Number(b)),
    ).toEqual([1, 2, 2]);
    expect(await states()).toEqual(Array.from({ length: 5 }, () => 'accepted'));
  });

  it('that AEAT refuses because the issuer is not in SII halts the issuer, and nothing more is sent until it is resumed', async () => {
    await issue(2, 'A');
    test.sandbox.control.replaceCensus({ sii: [{ nif: 'A12345674', period: 'month', from: '2026-01-01' }] });
    expect(await test.send()).toMatchObject({
      kind: 'sent',
      haltedReason: expect.stringMatching(/^AEAT 4118: /),
    });
    expect(await states()).toEqual(['pending', 'pending']);
    expect(await test.send()).toEqual({ kind: 'halted' });
  });
});

describe('the answer to each entry', () => {
  it('is that of its own line: accepted, accepted with errors, or rejected with AEAT’s code', async () => {
    test.sandbox.control.replaceCensus({ unknown: ['B87654323'] });
    await issue(3, 'A', (index) => (index === 1 ? { recipient_document_number: 'B87654323' } : {}));
    await test.send();
    expect((await test.entries()).map(({ state, code }) => [state, code])).toEqual([
      ['accepted', null],
      ['rejected', 1117],
      ['accepted', null],
    ]);
  });
});
