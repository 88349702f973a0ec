import { openDatabase, type Database } from '../../src/platform/postgres/open-database.ts';
import type { TestApi, TestOrganization } from './api.ts';
import { issueBatch, postBatch } from './engine.ts';
import { openTestRemission, type TestRemission } from './remission.ts';

export const PERIODS = { bodyMonths: 13, failureMonths: 13, certificateMonths: 2, envelopeYears: 6 };
/** The text that replaces an erased text. */
export const ERASED = 'Erased after its retention period';
/** The time limit of the law: the period of an envelope answered before it has ended. */
const LAW = `(date_trunc('year', now() at time zone 'Europe/Madrid') - interval '6 years') at time zone 'Europe/Madrid'`;
/** One day before and one day after the end of the period of bodies and texts. */
export const AGES = {
  young: `now() - interval '13 months' + interval '1 day'`,
  old: `now() - interval '13 months' - interval '1 day'`,
} as const;

export type AgedContents = AsyncDisposable & {
  readonly test: TestRemission;
  readonly api: TestApi;
  readonly organization: TestOrganization;
  /** With the rights of the role that erases. */
  readonly retention: Database;
  /**
   * The ids of the batches by their state: `ended old`, `waiting young` and so on. Each has two
   * invoices, the second of which failed the API's validation.
   */
  readonly batches: Readonly<Record<string, number>>;
  /** Runs a statement that changes times, with the triggers disabled. */
  age(sql: string): Promise<void>;
};

/**
 * Creates contents of every erasable kind, before and after the end of their periods, in every
 * state.
 */
export async function openAgedContents(): Promise<AgedContents> {
  const resources = new AsyncDisposableStack();
  const test = resources.use(await openTestRemission());
  const { api, organization } = test;
  const batches: Record<string, number> = {};
  const age = async (sql: string) =>
    void (await api.database.pool.query(
      `set session_replication_role = 'replica'; ${sql}; reset session_replication_role`,
    ));

  const url = api.database.url;
  const retention = resources.use(openDatabase({ url, applicationName: 'test', role: 'retention' }));
  for (const years of ['young', 'old'] as const) {
    // The first invoice is issued; the second fails the API's validation.
    const changes = (index: number) => (index === 1 ? { lines: [] } : {});
    const ended = await issueBatch(api, organization, 2, `E${years}`, changes);
    const waiting = await postBatch(api, organization, 2, `W${years}`, changes);
    Object.assign(batches, { [`ended ${years}`]: ended, [`waiting ${years}`]: waiting });
    await age(
      `update batches set received_at = ${AGES[years]} - interval '1 minute', processed_at = case when id = ${ended} then ${AGES[years]} end
       where id in (${ended}, ${waiting})`,
    );
  }
  // As version 2 of the API stores them.
  await age(
    `update batch_invoices set metadata = '{"customer":"Ana"}', warnings = '[]' where processing_error is not null`,
  );
  // One envelope for each, in the same chain.
  await test.remit(await test.chainOf());
  for (const series of ['A', 'B', 'C']) {
    await issueBatch(api, organization, 1, series);
    test.pass(70);
    if (series !== 'C') await test.remit(await test.chainOf());
  }
  await age(
    `update submissions set answered_at = ${LAW} - interval '1 second' where id = (select min(id) from submissions);
     update submissions set answered_at = ${LAW} where id = (select min(id) + 1 from submissions);
     update submissions set answered_at = null, superseded_at = ${LAW} - interval '1 year' where id = (select min(id) + 2 from submissions);
     insert into submissions (organization_id, chain_id, first_sequence, last_sequence, has_incident, request, created_at)
     select organization_id, chain_id, last_sequence + 1, last_sequence + 1, false, request, ${LAW} - interval '3 years'
     from submissions order by id desc limit 1;
     update submission_attempts set ended_at = s.ended from (
       select id, coalesce(answered_at, superseded_at) as ended from submissions) s where s.id = submission_id`,
  );
  for (const [subject, removed] of [
    ['live', 'null'],
    ['removed young', `now() - interval '2 months' + interval '1 day'`],
    ['removed old', `now() - interval '2 months' - interval '1 day'`],
  ]) {
    await api.database.pool.query(
      `insert into certificates (organization_id, sealed_pkcs12, sealed_passphrase, subject, not_before, not_after, created_at, removed_at)
       values ($1, '\\x0102', '\\x0304', $2, now(), now(), now() - interval '3 years', ${removed})`,
      [organization.id, subject],
    );
  }
  await api.database.pool.query(
    `insert into sessions (token_hash, organization_id, api_key_id, expires_at)
     select sha256('over'), organization_id, id, now() - interval '1 second' from api_keys limit 1`,
  );
  return {
    test,
    api,
    organization,
    retention,
    batches,
    age,
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}
