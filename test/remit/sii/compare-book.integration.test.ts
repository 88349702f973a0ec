import { promisify } from 'node:util';
import { zstdDecompress } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { comparePage, type CompareResult } from '#src/remit/sii/compare/compare-page.ts';
import {
  listComparisons,
  listDifferences,
  listDueComparisons,
  orderComparisons,
  orderNightlyComparisons,
} from '#src/remit/sii/compare/comparisons.ts';
import { BY_TEST } from '../../support/api.ts';
import { issueBatch } from '../../support/engine.ts';
import { openTestSii, SII_ISSUER, type TestSii } from '../../support/sii.ts';

const decompress = promisify(zstdDecompress);
const NOVEMBER = { fiscalYear: 2026, period: '11' };

let test: TestSii;
beforeEach(async () => {
  test = await openTestSii();
  test.api.clock.now = new Date('2026-11-20T09:30:00Z');
});
afterEach(() => test[Symbol.asyncDispose]());

const issue = async (count: number, series: string) => {
  await issueBatch(test.api, test.organization, count, series);
  await test.sendAll();
  test.pass(1);
};
const issuer = () => ({ organizationId: test.organization.id, issuerNif: SII_ISSUER });
const order = async () => {
  const ordered = await orderComparisons(test.pool, issuer(), [NOVEMBER], BY_TEST, test.api.clock.now);
  test.pass(1);
  return ordered[0]!.id;
};
/** Asks for pages until the comparison ends, and returns the kinds of the results. */
const compare = async (id: number) => {
  const kinds: CompareResult['kind'][] = [];
  for (let rest = 20; rest > 0; rest -= 1) {
    const result = await comparePage(test.context(), id);
    kinds.push(result.kind);
    if (result.kind === 'wait')
      test.api.clock.now = new Date(Math.max(result.next.getTime(), test.api.clock.now.getTime()));
    if (result.kind === 'ended' || result.kind === 'halted') return kinds;
  }
  throw new Error('The comparison does not end');
};
const last = async () => (await listComparisons(test.pool, test.organization.id, SII_ISSUER)).at(-1)!;
const found = async () =>
  (await listDifferences(test.pool, test.organization.id, SII_ISSUER, 100)).map(
    ({ kind, number, ours, theirs }) => [kind, number, ours, theirs],
  );
/** Sends the last message once more with changes, as another system of the issuer would. */
const sendAs = async (change: (message: string) => string) => {
  const [row] = await test.read<{ request: Buffer }>('select request from sii_messages order by id desc');
  const answer = await fetch(test.sandbox.siiUrls.invoices, {
    method: 'POST',
    headers: { 'content-type': 'text/xml; charset=utf-8' },
    body: change((await decompress(row!.request)).toString('utf8')),
  });
  return answer.text();
};

describe('a comparison with AEAT’s book', () => {
  it('finds nothing where both are equal, page by page', async () => {
    await issue(5, 'A');
    test.sandbox.control.change({ pageSize: 2 });
    expect(await compare(await order())).toEqual(['page', 'page', 'ended']);
    expect(await found()).toEqual([]);
    expect(await last()).toMatchObject({ pages: 3, invoices: 5, failure: null, endedAt: expect.any(Number) });
    expect(await test.read('select from sii_compared')).toEqual([]);
  });

  it('finds what only the book has, what only the engine has, and what differs', async () => {
    await issue(2, 'LOST');
    test.sandbox.control.reset();
    await issue(2, 'A');
    const before = await test.entries();
    expect(
      await sendAs((message) => message.replaceAll('A-1<', 'OTHER-1<').replaceAll('A-2<', 'OTHER-2<')),
    ).toContain('>Correcto<');
    await sendAs((message) =>
      message
        .replace('>A0<', '>A1<')
        .replace(
          /<siiLR:RegistroLRFacturasEmitidas>(?:(?!<\/siiLR:RegistroLR)[^])*A-2<[^]*?<\/siiLR:RegistroLRFacturasEmitidas>/,
          '',
        )
        .replaceAll(/<sii:ImporteTotal>(\d+)/g, (_all, euros) => `<sii:ImporteTotal>${Number(euros) + 1}`),
    );
    expect(await compare(await order())).toEqual(['ended']);
    const differences = await found();
    expect(differences.filter(([kind]) => kind === 'only_in_book')).toEqual([
      ['only_in_book', 'OTHER-1', null, expect.stringMatching(/^accepted/)],
      ['only_in_book', 'OTHER-2', null, expect.stringMatching(/^accepted/)],
    ]);
    expect(differences.filter(([kind]) => kind === 'only_in_engine').map(([, number]) => number)).toEqual([
      'LOST-1',
      'LOST-2',
    ]);
    expect(differences.filter(([, number]) => number === 'A-1').map(([kind]) => kind)).toContain('total');
    expect(await last()).toMatchObject({ onlyInBook: 2, onlyInEngine: 2, differing: 1 });
    // Nothing that the engine has was changed.
    expect(await test.entries()).toEqual(before);
  });

  it('ignores an entry that changed since it began', async () => {
    await issue(2, 'A');
    const id = await order();
    await issue(1, 'LATER');
    await test.pool.query("update sii_entries set csv = 'X' where invoice_number = 'A-1'");
    expect(await compare(id)).toEqual(['ended']);
    expect(await found()).toEqual([['csv', 'A-1', 'X', expect.any(String)]]);
  });

  it('goes on after an answer that was lost, and stores no page twice', async () => {
    await issue(3, 'A');
    test.sandbox.control.change({ pageSize: 2 });
    const id = await order();
    expect(await comparePage(test.context(), id)).toEqual({ kind: 'page' });
    test.sandbox.control.addFaults({ kind: 'html', service: 'sii', operation: 'consulta', count: 1 });
    expect(await compare(id)).toEqual(['wait', 'ended']);
    expect(await last()).toMatchObject({ pages: 2, invoices: 3, failures: 0 });
    expect(await found()).toEqual([]);
  });

  it('is asked for by another worker after the lease of one that died has ended', async () => {
    await issue(1, 'A');
    const id = await order();
    await test.pool.query('update sii_comparisons set asking_until = $1', [
      new Date(test.api.clock.now.getTime() + 60_000),
    ]);
    expect(await comparePage(test.context(), id)).toMatchObject({ kind: 'wait' });
    expect(await listDueComparisons(test.pool, test.api.clock.now, 10)).toEqual([]);
    test.pass(60);
    expect(await listDueComparisons(test.pool, test.api.clock.now, 10)).toEqual([
      { comparisonId: id, organizationId: test.organization.id },
    ]);
    expect(await compare(id)).toEqual(['ended']);
  });

  it('waits while as many messages as allowed are at AEAT, and while the issuer is halted', async () => {
    await issue(1, 'A');
    const id = await order();
    await test.pool.query(
      `insert into sii_messages (organization_id, issuer_nif, kind, entries, request, created_at, sending_until)
       select $1, $2, 'A0', 1, '', $3::timestamptz, $3::timestamptz + interval '1 minute' from generate_series(1, 3)`,
      [test.organization.id, SII_ISSUER, test.api.clock.now],
    );
    expect(await comparePage(test.context(), id)).toEqual({ kind: 'busy' });
    test.pass(61);
    await test.pool.query("update sii_issuers set halted_at = now(), halted_reason = 'AEAT 4118'");
    expect(await comparePage(test.context(), id)).toEqual({ kind: 'halted' });
    expect(await listDueComparisons(test.pool, test.api.clock.now, 10)).toEqual([]);
  });

  it('is given up with the reason when AEAT refuses it, and replaces the last one of its period when it ends', async () => {
    await issue(1, 'A');
    test.sandbox.control.replaceCensus({ sii: [{ nif: 'A12345674', period: 'month', from: '2026-01-01' }] });
    expect(await compare(await order())).toEqual(['ended']);
    expect((await last()).failure).toMatch(/^AEAT 4118: /);
    test.sandbox.control.replaceCensus({});
    expect(await compare(await order())).toEqual(['ended']);
    const all = await listComparisons(test.pool, test.organization.id, null);
    expect(all.map(({ failure, invoices }) => [failure, invoices])).toEqual([[null, 1]]);
  });
});

describe('the comparisons of a night', () => {
  it('begin once for each recent period, from two to six o’clock in Madrid', async () => {
    await issue(1, 'A');
    const begin = async (at: string) => {
      test.api.clock.now = new Date(at);
      return orderNightlyComparisons(test.api.workers.pool, test.api.clock.now);
    };
    expect(await begin('2026-11-21T00:59:00Z')).toBe(0);
    expect(await begin('2026-11-21T01:00:00Z')).toBe(1);
    expect(await begin('2026-11-21T01:00:02Z')).toBe(0);
    const due = await listDueComparisons(test.api.workers.pool, test.api.clock.now, 10);
    test.pass(1);
    expect(await compare(due[0]!.comparisonId)).toEqual(['ended']);
    expect(await begin('2026-11-21T04:59:00Z')).toBe(0);
    expect(await begin('2026-11-21T05:00:00Z')).toBe(0);
    expect(await begin('2026-11-22T01:00:00Z')).toBe(1);
    expect(await compare((await last()).id)).toEqual(['ended']);
    expect(await begin('2027-02-02T01:00:00Z')).toBe(0);
  });
});

describe('what AEAT finds in the books of recipients', () => {
  it('is stored with every other result, with the sums of the recipient', async () => {
    await issue(2, 'A');
    await compare(await order());
    const read = () =>
      test.read(
        `select e.invoice_number as number, m.state, m.base, m.total from sii_matching m
         join sii_entries e on e.issued_invoice_id = m.issued_invoice_id order by m.seen_at, e.invoice_number`,
      );
    const first = await read();
    expect(first).toHaveLength(2);
    await compare(await order());
    expect(await read()).toEqual(first);
    test.sandbox.control.match([
      {
        id: test.sandbox.control.book()[0]!.id,
        matching: { state: '3', other: { SumBaseImponible: '90', ImporteTotal: '108.9' } },
      },
    ]);
    await compare(await order());
    expect((await read()).slice(2)).toEqual([
      { number: 'A-1', state: 'not_matched', base: '90.00', total: '108.90' },
    ]);
  });
});
