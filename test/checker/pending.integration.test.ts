import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Evidence } from '#src/checker/check-invariants.ts';
import { isBroken, isWaiting, type Verdict } from '#src/checker/invariant.ts';
import { issueBatch } from '../support/engine.ts';
import { storePdf } from '../support/pdfs.ts';
import { openTestRemission, type TestRemission } from '../support/remission.ts';
import { checkAfterDamage } from './check-after-damage.ts';
import { CHAIN } from './damage.ts';

const LAST = `(select max(sequence) from registration_records where chain_id = ${CHAIN})`;
/** The state while AEAT has not answered the last record. */
const PENDING = [
  `delete from record_answers where chain_id = ${CHAIN} and sequence = ${LAST}`,
  `update remissions set remitted_sequence = ${LAST} - 1 where chain_id = ${CHAIN}`,
];

describe('check-invariants', () => {
  let test: TestRemission;
  beforeAll(async () => {
    test = await openTestRemission();
    const batchId = await issueBatch(test.api, test.organization, 3, 'P');
    for (let position = 0; position < 3; position++) await storePdf(test.api, batchId * 1000 + position);
    await test.pool.query('update batches set rendered_at = processed_at');
    await test.remit(await test.chainOf());
  });
  afterAll(() => test[Symbol.asyncDispose]());

  type Log = NonNullable<Evidence['registerLog']>;
  const readLog = () => JSON.parse(JSON.stringify(test.sandbox.control.log())) as Log;
  const checkAfter = (sql: readonly string[], registerLog: Log) =>
    checkAfterDamage(test.pool, sql, {
      registerLog,
      book: null,
      spfe: null,
      answers: null,
      api: null,
      logFiles: [],
      secrets: [],
    });
  const placesOf = (verdicts: readonly Verdict[]) => verdicts.flatMap(({ places }) => places);

  it('reports records without an answer of AEAT as waiting and not as broken, whether they have arrived or not', async () => {
    const [record] = await test.read<{ hash: string }>(
      `select hash from registration_records where chain_id = ${CHAIN} and sequence = ${LAST}`,
    );
    const keep = (log: Log, isKept: (huella: string) => boolean) =>
      log.map((entry) => ({ ...entry, records: entry.records.filter(({ huella }) => isKept(huella)) }));
    const arrived = readLog();
    const lost = keep(arrived, (huella) => huella !== record!.hash);
    for (const log of [arrived, lost]) {
      const verdicts = await checkAfter(PENDING, log);
      expect(placesOf(verdicts.filter(isBroken))).toEqual([]);
      expect(placesOf(verdicts.filter(isWaiting))).toEqual([
        expect.stringMatching(/^chain \d+, record 3 has no answer$/),
        expect.stringMatching(/^chain \d+: remitted up to record 2 of 3$/),
      ]);
    }
    const twice = [...arrived, ...keep(arrived, (huella) => huella === record!.hash)];
    const broken = (await checkAfter(PENDING, twice)).filter(isBroken);
    expect(placesOf(broken).join()).toContain('is pending, but is 2 times in the register');
  });

  it('reports a missing answer and a missing PDF as broken if they are marked as present', async () => {
    const verdicts = await checkAfter(
      [
        `delete from record_answers where chain_id = ${CHAIN} and sequence = 2`,
        'delete from pdfs where issued_invoice_id = (select min(id) from issued_invoices)',
      ],
      readLog(),
    );
    const broken = placesOf(verdicts.filter(isBroken));
    expect(broken).toContainEqual(expect.stringMatching(/record 2 has no answer, but the chain is remitted/));
    expect(broken).toContainEqual(expect.stringMatching(/has 0 PDFs, but is marked as rendered/));
  });
});
