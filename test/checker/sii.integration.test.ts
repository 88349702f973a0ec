import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkTables } from '#src/checker/check-tables.ts';
import { isBroken, isWaiting, type Verdict } from '#src/checker/invariant.ts';
import { countUnsettled } from '../../src/archive/partitions/month-span.ts';
import { eraseDue, measureDue } from '../../src/operate/statements/retention.ts';
import { openDatabase } from '../../src/platform/postgres/open-database.ts';
import { withSnapshot } from '../../src/platform/postgres/snapshot.ts';
import { PERIODS } from '../support/aged-contents.ts';
import { BY_TEST } from '../support/api.ts';
import { comparePage } from '#src/remit/sii/compare/compare-page.ts';
import { orderComparisons } from '#src/remit/sii/compare/comparisons.ts';
import { issueBatch } from '../support/engine.ts';
import { openTestSii, SII_ISSUER, type TestSii } from '../support/sii.ts';
import { checkAfterDamage } from './check-after-damage.ts';

/** A payment of the invoice, with the collection that AEAT is told. */
const COLLECTION = `
  with paid as (
    insert into payments (organization_id, issued_invoice_id, ordinal, paid_on, amount, currency, means, outstanding, request_key, request_place,
      recorded_by, recorded_at)
    select organization_id, id, 1, issue_date, 1, 'EUR', 'cash', 120, gen_random_uuid(), 0, 'key:1', now() from issued_invoices where id = $1
    returning *
  )
  insert into sii_collections (payment_id, organization_id, issuer_nif, issued_invoice_id, collected_on, amount, means, created_at)
  select id, organization_id, '${SII_ISSUER}', issued_invoice_id, paid_on, amount, '04', now() from paid`;
const OF_COLLECTIONS = 'Every collection in SII is that of a payment';
const SENT_COLLECTIONS = 'Every collection in SII without an answer';
const ENTRY = '(select min(issued_invoice_id) from sii_entries)';
const REGISTER = 'Every issued invoice is in the register that was decided for its issuer';
const OWN = 'Every entry in SII is that of an issued invoice';
const VERSIONS = 'Every entry in SII has all its versions';
const ANSWERS = 'Every answered entry in SII has that answer';
const MESSAGES = 'Every message to SII contains';
const IN_BOOK = 'An accepted entry in SII is in AEAT’s book as';
const KNOWN = 'AEAT’s book has no entry that is not';
const OF_VERSIONS = 'Every row of sii_versions belongs';

/** What checkers, archives and retention say about entries in SII, of which three are answered and one waits. */
describe('entries in SII', () => {
  let test: TestSii;
  let batchId: number;
  beforeAll(async () => {
    test = await openTestSii();
    const lines = [{ concept: 'Servicio', units: 1, unit_price: 100, tax_rate: 21, tax_regime: '07' }];
    batchId = await issueBatch(test.api, test.organization, 3, 'SENT', (index) =>
      index === 0 ? { lines } : {},
    );
    await test.pool.query(COLLECTION, [batchId * 1000]);
    await test.sendAll();
    test.pass(1);
    const issuer = { organizationId: test.organization.id, issuerNif: SII_ISSUER };
    const period = { fiscalYear: 2026, period: '11' };
    await test.pool.query('update sii_entries set csv = $1 where issued_invoice_id = ' + ENTRY, ['OTHER']);
    const compare = async () => {
      const [ordered] = await orderComparisons(test.pool, issuer, [period], BY_TEST, test.api.clock.now);
      return comparePage(test.context(), ordered!.id);
    };
    await compare();
    test.sandbox.control.change({ pageSize: 1 });
    await compare();
    await test.pool.query(
      `with ordered as (
         insert into sii_backlogs (organization_id, issuer_nif, entered_on, ordered_at, ended_at)
         values ($1, $2, '2026-02-01', $3, $3) returning id
       )
       insert into sii_backlog_refusals (backlog_id, issued_invoice_id, organization_id, reason) select id, 1, $1, 'x' from ordered`,
      [test.organization.id, SII_ISSUER, test.api.clock.now],
    );
    await issueBatch(test.api, test.organization, 1, 'WAITS');
  });
  afterAll(() => test[Symbol.asyncDispose]());

  const about = (verdicts: readonly Verdict[]) =>
    verdicts.flatMap(({ says, places }) => places.map((place) => `${says}: ${place}`));

  it('violate no invariant, and one that waits is unfinished work', async () => {
    const verdicts = await withSnapshot(test.pool, checkTables);
    expect(about(verdicts.filter(isBroken))).toEqual([]);
    const ofSii = verdicts.filter(({ says }) => /\bSII\b|\bsii_/.test(says));
    expect(ofSii.filter(({ looked }) => !looked)).toEqual([]);
    expect(about(verdicts.filter(isWaiting)).filter((text) => text.includes('SII'))).toEqual([
      expect.stringMatching(/^Every entry in SII has an answer of AEAT: entry \d+ of SII is pending$/),
    ]);
  });

  it.each<[string, string, RegExp, string]>([
    [
      'a lost entry',
      REGISTER,
      /is in SII, but it has no entry/,
      `delete from sii_entries where issued_invoice_id = ${ENTRY}`,
    ],
    [
      'a collection without its payment',
      OF_COLLECTIONS,
      /there is no such payment of invoice/,
      `update sii_collections set collected_on = collected_on - 1`,
    ],
    [
      'a collection that is sent in a message that has ended',
      SENT_COLLECTIONS,
      /is sent, but message \d+ has ended/,
      `update sii_collections set state = 'sent'`,
    ],
    [
      'an issuer that was not in SII',
      OWN,
      /was never put in SII/,
      'update issuer_registers set withdrawn_at = now()',
    ],
    [
      'an invoice of an issuer that was decided for VeriFactu',
      REGISTER,
      /is in VeriFactu, but it has no record/,
      `insert into issuer_registers (issuer_nif, register, valid_from, basis, decided_by) values ('${SII_ISSUER}', 'verifactu', '2026-01-02', 'excluded', 'x')`,
    ],
    ['a lost invoice', OWN, /there is no such invoice/, `delete from issued_invoices where id = ${ENTRY}`],
    [
      'a QR code',
      OWN,
      /has a QR code/,
      `update issued_invoices set qr_url = 'https://example.com/' where id = ${ENTRY}`,
    ],
    [
      'a registration record',
      OWN,
      /has record 1 of chain 1/,
      `insert into registration_records (organization_id, chain_id, sequence, issued_invoice_id, kind, hash, generated_at)
       select organization_id, 1, 1, issued_invoice_id, 'alta', repeat('A', 64), now() from sii_entries where issued_invoice_id = ${ENTRY}`,
    ],
    [
      'a lost version',
      VERSIONS,
      /has 0 versions/,
      `delete from sii_versions where issued_invoice_id = ${ENTRY}`,
    ],
    [
      'another period than its version',
      VERSIONS,
      /differs from its version 1/,
      `update sii_entries set period = '01', fiscal_year = 2025 where issued_invoice_id = ${ENTRY}`,
    ],
    [
      'another answer than AEAT gave',
      ANSWERS,
      /no message has that answer/,
      `update sii_entries set state = 'rejected' where issued_invoice_id = ${ENTRY}`,
    ],
    [
      'an entry that waits although it is in no message',
      ANSWERS,
      /is sent, and in 0 messages/,
      `update sii_entries set state = 'sent' where state = 'pending'`,
    ],
    [
      'a lost line of a message',
      MESSAGES,
      /has 2 of 3 entries/,
      `delete from sii_lines where issued_invoice_id = ${ENTRY}`,
    ],
    [
      'a version of another organization',
      OF_VERSIONS,
      /belongs to organization 9000/,
      `update sii_versions set organization_id = 9000 where issued_invoice_id = ${ENTRY}`,
    ],
    [
      'another amount than in AEAT’s book',
      IN_BOOK,
      /states ImporteTotal [\d.]+9 here, and ImporteTotal [\d.]+ in the book/,
      `update sii_versions set record = replace(record, '</sii:ImporteTotal>', '9</sii:ImporteTotal>') where issued_invoice_id = ${ENTRY}`,
    ],
    [
      'another number than in AEAT’s book',
      KNOWN,
      /AEAT has SENT/,
      `update sii_entries set invoice_number = 'X-1' where issued_invoice_id = ${ENTRY}`,
    ],
    [
      'a state that AEAT’s book does not have',
      IN_BOOK,
      /is withdrawn here, and Correcta in the book/,
      `update sii_lines set state = 'withdrawn' where issued_invoice_id = ${ENTRY}`,
    ],
  ])('with %s are found by the checker', async (_name, says, place, sql) => {
    const verdicts = await checkAfterDamage(test.pool, [sql], {
      registerLog: null,
      book: test.sandbox.control.book(),
      spfe: { entries: test.sandbox.control.spfeBook(), report: test.sandbox.control.spfeInvariants() },
      answers: null,
      api: null,
      logFiles: [],
      secrets: [],
    });
    const verdict = verdicts.find((each) => each.says.startsWith(says))!;
    expect(verdict.places.join('\n')).toMatch(place);
    expect(isBroken(verdict)).toBe(true);
  });

  it('without AEAT’s acceptance prevent the archiving of their month', async () => {
    const [month] = await test.read<{ end: number }>('select (max(id) + 1)::float8 as end from batches');
    const of = (firstBatch: number, endBatch: number) =>
      countUnsettled(test.pool, {
        month: '2026-11',
        firstBatch,
        endBatch,
        firstRenderBatch: 1,
        finishRenderBatch: 1,
        archivedAt: null,
        restoredAt: null,
        manifestSha256: null,
      });
    expect(await of(batchId, batchId + 1)).toMatchObject({ entries: 0, refused: 0, unanswered: 0 });
    expect(await of(batchId, month!.end)).toMatchObject({ entries: 1, refused: 0 });
    await test.pool.query(`update sii_entries set state = 'sent' where state = 'pending'`);
    expect(await of(batchId, month!.end)).toMatchObject({ entries: 1 });
    await test.pool.query(
      `update sii_entries set state = 'rejected', answered_at = now() where state = 'sent'`,
    );
    expect(await of(batchId, month!.end)).toMatchObject({ entries: 0, refused: 1 });
  });

  it('keep their state when messages and answers are erased after their period, of which their hashes remain', async () => {
    const url = test.api.database.url;
    await using retention = openDatabase({ url, applicationName: 'test', role: 'retention' });
    const kinds = async () =>
      (await measureDue(retention.pool, PERIODS)).flatMap(({ kind, rows }) =>
        kind.startsWith('sii_') ? [[kind, rows]] : [],
      );
    expect(await kinds()).toEqual([
      ['sii_messages', 0],
      ['sii_answers', 0],
    ]);
    const entries = await test.entries();
    await test.pool.query(
      `set session_replication_role = 'replica';
       update sii_messages set ended_at = now() - interval '8 years';
       update sii_attempts set ended_at = now() - interval '8 years';
       reset session_replication_role`,
    );
    const kept = await test.read<{ request: string; answer: string }>(
      `select encode(sha256(m.request), 'hex') as request, encode(sha256(a.answer), 'hex') as answer
       from sii_messages m join sii_attempts a on a.message_id = m.id`,
    );
    expect(await kinds()).toEqual([
      ['sii_messages', 2],
      ['sii_answers', 2],
    ]);
    await eraseDue(retention.orm, PERIODS, BY_TEST);
    expect(
      await test.read(
        `select encode(m.sha256, 'hex') as request, encode(a.sha256, 'hex') as answer
         from sii_messages m join sii_attempts a on a.message_id = m.id
         where length(m.request) = 0 and a.answer is null and a.csv is not null`,
      ),
    ).toEqual(kept);
    expect(await test.entries()).toEqual(entries);
    const verdicts = await withSnapshot(test.pool, checkTables);
    expect(verdicts.find(({ says }) => says.startsWith('Data was erased'))).toMatchObject({ broken: 0 });
  });
});
