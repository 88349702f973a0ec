import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkTables } from '#src/checker/check-tables.ts';
import { isBroken, isWaiting, type Verdict } from '#src/checker/invariant.ts';
import { countUnsettled } from '../../src/archive/partitions/month-span.ts';
import { eraseDue, measureDue } from '../../src/operate/statements/retention.ts';
import { openDatabase } from '../../src/platform/postgres/open-database.ts';
import { withSnapshot } from '../../src/platform/postgres/snapshot.ts';
import { PERIODS } from '../support/aged-contents.ts';
import { BY_TEST } from '../support/api.ts';
import { openTestSpfe, type TestSpfe } from '../support/spfe-sending.ts';
import { SPFE_ISSUER } from '../support/spfe.ts';
import { checkAfterDamage } from './check-after-damage.ts';
import { DAMAGES, HELD, RULES, UNFINISHED } from './spfe-damage.ts';

/** What checkers, archives and retention say about deliveries, of which one waits. */
describe('deliveries to the SPFE', () => {
  let test: TestSpfe;
  let settled: number;
  let waiting: number;
  beforeAll(async () => {
    test = await openTestSpfe();
    // The database has its own clock, by which the decision would be later than what it concerns.
    await test.pool.query(
      `set session_replication_role = 'replica';
       update spfe_decisions set decided_at = '2026-01-01';
       reset session_replication_role`,
    );
    const fault = test.sandbox.control.addFaults;
    const invoices = await test.issue(4, 'SENT');
    fault({ service: 'spfe', kind: 'record-error', invoice: 'SENT-3', count: 1 });
    await test.advanceAll();
    [settled] = invoices as [number];
    await test.tell(settled, { kind: 'SETTLEMENT', effectiveOn: '2026-11-20' });
    await test.tell(invoices[1]!, { kind: 'CANCELINVOICE', effectiveOn: '2026-11-20' });
    await test.advanceAll();
    // A lost request is looked up and then sent again.
    await test.issue(1, 'LOST');
    fault({ service: 'spfe', kind: 'reset', when: 'before', operation: 'SendInvoiceSOAP', count: 1 });
    await test.advanceAll();
    [waiting] = (await test.issue(1, 'WAITS')) as [number];
    await test.write();
  });
  afterAll(() => test[Symbol.asyncDispose]());

  const about = (verdicts: readonly Verdict[]) =>
    verdicts.flatMap(({ says, places }) => places.map((place) => `${says}: ${place}`));
  const evidence = () => ({
    registerLog: null,
    book: test.sandbox.control.book(),
    spfe: { entries: test.sandbox.control.spfeBook(), report: test.sandbox.control.spfeInvariants() },
    answers: null,
    api: null,
    logFiles: [],
    secrets: [],
  });

  it('that are admitted, settled, withdrawn and rejected violate no invariant, and one that waits is unfinished work', async () => {
    expect((await test.deliveries()).map(({ number, state }) => `${number} ${state}`)).toEqual([
      'SENT-1 admitted',
      'SENT-2 withdrawn',
      'SENT-3 rejected',
      'SENT-4 admitted',
      'LOST-1 admitted',
      'WAITS-1 pending',
    ]);
    const verdicts = await checkAfterDamage(test.pool, [], evidence());
    const ofSpfe = verdicts.filter(({ says }) => /\bSPFE\b|\bspfe_|prepared or sent/.test(says));
    expect(about(ofSpfe.filter(isBroken))).toEqual([]);
    expect(about(ofSpfe.filter(isWaiting))).toEqual([
      expect.stringMatching(
        /^Every delivery to the SPFE .* has an answer: delivery \d+ to the SPFE is pending$/,
      ),
    ]);
    for (const says of HELD)
      expect(ofSpfe.find((each) => each.says.startsWith(says))).toMatchObject({
        broken: 0,
        looked: expect.toSatisfy((looked: number) => looked > 0),
      });
  });

  it.each(DAMAGES)('with %s are found by the checker', async (_name, says, place, ...sql) => {
    const verdicts = await checkAfterDamage(test.pool, sql, evidence());
    const verdict = verdicts.find((each) => each.says.startsWith(says))!;
    expect(verdict.places.join('\n')).toMatch(place);
    expect(isBroken(verdict)).toBe(true);
  });

  it.each(UNFINISHED)('with %s are unfinished work', async (_name, says, place, ...sql) => {
    const verdicts = await checkAfterDamage(test.pool, sql, evidence());
    const verdict = verdicts.find((each) => each.says.startsWith(says))!;
    expect(verdict.places.join('\n')).toMatch(place);
    expect(isWaiting(verdict)).toBe(true);
  });

  it('that reached the SPFE twice are found by its log', async () => {
    const { spfe, ...others } = evidence();
    const code = { nif: SPFE_ISSUER, number: 'SENT-1', date: '2026-11-20' };
    const violation = { kind: 'resent-unconsulted' as const, code, message: 7, detail: 'x' };
    const report = { ...spfe.report, violations: [violation] };
    const verdicts = await checkAfterDamage(test.pool, [], { ...others, spfe: { ...spfe, report } });
    const verdict = verdicts.find((each) => each.says.startsWith(RULES.asked))!;
    expect(verdict.places).toEqual([
      `SENT-1 of ${SPFE_ISSUER}, 2026-11-20: resent-unconsulted by message 7: x`,
    ]);
    expect(isBroken(verdict)).toBe(true);
  });

  it('that are open or refused prevent the archiving of their month', async () => {
    const of = (invoice: number) =>
      countUnsettled(test.pool, {
        month: '2026-11',
        firstBatch: Math.floor(invoice / 1000),
        endBatch: Math.floor(invoice / 1000) + 1,
        firstRenderBatch: 1,
        finishRenderBatch: 1,
        archivedAt: null,
        restoredAt: null,
        manifestSha256: null,
      });
    expect(await of(settled)).toMatchObject({ deliveries: 0, refused: 1 });
    expect(await of(waiting)).toMatchObject({ deliveries: 1, refused: 0 });
  });

  it('keep their state and the hashes of their requests when these are erased after their period', async () => {
    await using retention = openDatabase({
      url: test.api.database.url,
      applicationName: 'test',
      role: 'retention',
    });
    const due = async () =>
      (await measureDue(retention.pool, PERIODS)).find(({ kind }) => kind === 'spfe_requests')!;
    expect(await due()).toMatchObject({ rows: 0, bytes: 0 });
    const deliveries = await test.deliveries();
    const hashes = () =>
      test.read<{ request: string; answer: string }>(
        `select id, outcome, csv, encode(sha256, 'hex') as request, encode(answer_sha256, 'hex') as answer from spfe_requests order by id`,
      );
    const before = await hashes();
    await test.pool.query(
      `set session_replication_role = 'replica';
       update spfe_requests set ended_at = now() - interval '8 years';
       reset session_replication_role`,
    );
    expect(await due()).toMatchObject({ rows: before.length });
    expect((await due()).bytes).toBeGreaterThan(0);
    await eraseDue(retention.orm, PERIODS, BY_TEST);
    expect(await due()).toMatchObject({ rows: 0, bytes: 0 });
    expect(
      await test.read(
        'select from spfe_requests where erased_at is null or body is not null or answer is not null',
      ),
    ).toEqual([]);
    expect(await hashes()).toEqual(before);
    expect(await test.deliveries()).toEqual(deliveries);
    const verdicts = await withSnapshot(test.pool, checkTables);
    expect(verdicts.find(({ says }) => says.startsWith('Data was erased'))).toMatchObject({ broken: 0 });
  });
});
