import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { measureWork } from '#src/monitor/measure-work.ts';
import { judgeOverview } from '#src/monitor/judge-overview.ts';
import { NO_QUEUE_SNAPSHOT } from '#src/platform/jobs/queue-snapshot.ts';
import { readInstallation, readOverview } from '#src/monitor/statements/overview.ts';
import { startOfDayInMadrid } from '#src/domain/reading/madrid-time.ts';
import { issueBatch } from '../support/engine.ts';
import { createMetrics } from '../support/metrics.ts';
import { openTestSii, SII_ISSUER, type TestSii } from '../support/sii.ts';

/** The metrics of an engine whose comparisons found nothing. */
const EQUAL = { differences: 0, comparisons_given_up: 0 };

/** The statements about entries in SII that the operations page, the terminal and the metrics share. */
describe('the overview of SII', () => {
  let test: TestSii;
  beforeAll(async () => {
    test = await openTestSii();
    // The day of the invoices, whose deadline is 26 November.
    test.pass((Date.parse('2026-11-20T10:00:00Z') - test.api.clock.now.getTime()) / 1000);
  });
  afterAll(() => test[Symbol.asyncDispose]());

  const now = () => test.api.clock.now;
  const findings = async () => {
    const overview = await readOverview(test.pool, now());
    const installation = await readInstallation(test.pool);
    const all = judgeOverview({ overview, installation, queues: NO_QUEUE_SNAPSHOT });
    return all.filter(({ id }) => /^(sii|entry)-/.test(id)).map(({ urgency, what }) => `${urgency}: ${what}`);
  };
  const measure = async () => {
    const { registry, ...metrics } = createMetrics();
    await measureWork(test.api.workers, metrics, now());
    const lines = (await registry.metrics())
      .split('\n')
      .filter((line) => /^invoice_engine_sii_\w+ /.test(line));
    return Object.fromEntries(
      lines.map((line) => {
        const [name = '', value] = line.split(' ');
        return [name.slice('invoice_engine_sii_'.length), Number(value)];
      }),
    );
  };
  /** The last day on which the entries may be sent. */
  const dueBy = async () =>
    (
      await test.read<{ due: string }>("select to_char(max(due_by), 'YYYY-MM-DD') as due from sii_entries")
    )[0]!.due;

  it('follows entries from their issue until their deadline has passed, and until AEAT accepts them', async () => {
    expect(await measure()).toEqual({ ...EQUAL, waiting_entries: 0, overdue_entries: 0, halted_issuers: 0 });
    expect(await findings()).toEqual([]);
    await issueBatch(test.api, test.organization, 2, 'DUE');
    const end = startOfDayInMadrid(await dueBy()) + 24 * 3_600_000;
    expect(await measure()).toEqual({
      ...EQUAL,
      waiting_entries: 2,
      overdue_entries: 0,
      halted_issuers: 0,
      deadline_seconds: (end - now().getTime()) / 1000,
    });
    expect(await findings()).toEqual([]);

    test.pass((end - 36 * 3_600_000 - now().getTime()) / 1000);
    const of = `of organization ${test.organization.id} in SII`;
    expect(await findings()).toEqual([`look: 2 entries ${of} are due today or tomorrow`]);

    test.pass(48 * 3600);
    expect(await findings()).toEqual([
      `act: 2 entries ${of} are past the deadline without an answer of AEAT`,
    ]);
    expect(await measure()).toEqual({ ...EQUAL, waiting_entries: 2, overdue_entries: 2, halted_issuers: 0 });

    await test.sendAll();
    expect(await measure()).toEqual({ ...EQUAL, waiting_entries: 0, overdue_entries: 0, halted_issuers: 0 });
    expect(await findings()).toEqual([]);
  });

  it('groups entries that AEAT rejected or accepted with errors by its message, without NIFs and names', async () => {
    await issueBatch(test.api, test.organization, 3, 'BAD');
    await test.pool.query(`update sii_entries set state = 'sent' where state = 'pending'`);
    await test.pool.query(
      `update sii_entries e set state = n.state, code = n.code, message = n.message, answered_at = $1
       from (select issued_invoice_id as id, row_number() over (order by issued_invoice_id) as place from sii_entries where state = 'sent') t
       join (values (1, 'rejected', 1117, 'El NIF no está identificado. NIF: B12345674. NOMBRE_RAZON: UNO SL'),
                    (2, 'rejected', 1117, 'El NIF no está identificado. NIF: B87654321. NOMBRE_RAZON: DOS SL'),
                    (3, 'accepted_with_errors', 2011, 'El NIF de la contraparte no está censado')) n (place, state, code, message)
         on n.place = t.place
       where e.issued_invoice_id = t.id`,
      [now()],
    );
    const of = `of organization ${test.organization.id} in SII`;
    expect(await findings()).toEqual([
      `act: AEAT rejected 2 entries ${of}`,
      `look: AEAT found errors in 1 entry ${of}`,
    ]);
    const { siiFaults } = await readOverview(test.pool, now());
    expect(siiFaults).toMatchObject([
      { code: 1117, message: 'El NIF no está identificado. NIF: #. NOMBRE_RAZON: …', entries: 2 },
      { code: 2011, entries: 1 },
    ]);
    expect(JSON.stringify(siiFaults)).not.toMatch(/UNO|DOS|B12345674/);
  });

  it('names a halted issuer with AEAT’s reason, and one whose messages fail with its last attempt', async () => {
    await issueBatch(test.api, test.organization, 1, 'STOP');
    test.sandbox.control.addFaults({ kind: 'http-status', service: 'sii', count: 1 });
    await test.send();
    expect(await findings()).toContain(
      `look: 1 entry of issuer ${SII_ISSUER} of organization ${test.organization.id} waits for SII`,
    );
    await test.pool.query(
      `update sii_issuers set halted_at = $1, halted_reason = 'AEAT 4118: El NIF no está autorizado'`,
      [now()],
    );
    expect(await findings()).toContain(
      `act: Nothing of issuer ${SII_ISSUER} of organization ${test.organization.id} is sent to SII; 1 entry waits`,
    );
    expect(await measure()).toMatchObject({ waiting_entries: 1, halted_issuers: 1 });
  });

  it('report the earlier invoices of a newcomer that could not be entered, until another order enters them', async () => {
    const end = (refused: number, failure: string | null) =>
      test.pool.query(
        `insert into sii_backlogs (organization_id, issuer_nif, entered_on, ordered_at, ended_at, refused, failure)
         values ($1, $2, '2026-11-01', $3, $3, $4, $5)`,
        [test.organization.id, SII_ISSUER, now(), refused, failure],
      );
    const ofBacklog = async () => (await findings()).filter((text) => text.includes('before its entry'));
    const issuer = `issuer ${SII_ISSUER} of organization ${test.organization.id}`;
    await end(2, null);
    expect(await ofBacklog()).toEqual([
      `look: 2 invoices of ${issuer} from before its entry into SII cannot be stated there`,
    ]);
    await end(0, 'changed');
    expect(await ofBacklog()).toEqual([
      `look: The invoices of ${issuer} from before its entry into SII were given up`,
    ]);
    await end(0, null);
    expect(await ofBacklog()).toEqual([]);
  });

  it('report what comparisons with AEAT’s book found, and those that were given up', async () => {
    await test.pool.query(
      `insert into sii_comparisons (organization_id, issuer_nif, fiscal_year, period, started_at, ended_at, failure, only_in_book, only_in_engine)
       values ($1, $2, 2026, '10', $3, $3, null, 2, 1), ($1, $2, 2026, '11', $3, $3, 'timeout: no answer', 0, 0)`,
      [test.organization.id, SII_ISSUER, now()],
    );
    expect(await measure()).toMatchObject({ differences: 3, comparisons_given_up: 1 });
    const issuer = `issuer ${SII_ISSUER} of organization ${test.organization.id}`;
    expect(await findings()).toEqual(
      expect.arrayContaining([
        `act: AEAT's book and the engine differ in 3 invoices of ${issuer}`,
        `look: The book of ${issuer} in SII was not compared: 2026-11`,
      ]),
    );
  });
});
