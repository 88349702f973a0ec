import { hash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { restoreBackup } from '../../ops/backup/restore-backup.ts';
import { writeBackup } from '../../ops/backup/write-backup.ts';
import { checkTables } from '../../ops/checker/check-tables.ts';
import { openDatabase, type ProcessRole } from '../../src/persistence/database.ts';
import { eraseDue, measureDue } from '../../src/persistence/retention.ts';
import { BY_TEST, type TestApi, type TestOrganization } from '../support/api.ts';
import { verifyChains } from '../support/chains.ts';
import { openTestDatabase } from '../support/database.ts';
import { issueBatch, postBatch } from '../support/engine.ts';
import { codeOf } from '../support/every-table.ts';
import { openTestRemission, type TestRemission } from '../support/remission.ts';

const PERIODS = { bodyMonths: 13, failureMonths: 13, certificateMonths: 2, envelopeYears: 6 };
const ERASED = 'Erased after its retention period';
/** The year that is over for the law, and the moment in which it becomes so. */
const LAW = `(date_trunc('year', now() at time zone 'Europe/Madrid') - interval '6 years') at time zone 'Europe/Madrid'`;
const AGES: Readonly<Record<string, string>> = {
  young: `now() - interval '13 months' + interval '1 day'`,
  old: `now() - interval '13 months' - interval '1 day'`,
};

let test: TestRemission;
let api: TestApi;
let organization: TestOrganization;
let retention: Pool;
const resources = new AsyncDisposableStack();
/** By what they are: ids of batches. */
const batches: Record<string, number> = {};

/** As time would have done it, past the guards. */
async function age(sql: string): Promise<void> {
  await api.database.pool.query(
    `set session_replication_role = 'replica'; ${sql}; reset session_replication_role`,
  );
}

beforeAll(async () => {
  test = resources.use(await openTestRemission());
  ({ api, organization } = test);
  const url = api.database.url;
  retention = resources.use(await openDatabase({ url, applicationName: 'test', role: 'retention' })).pool;
  for (const years of ['young', 'old']) {
    // The first is issued, the second failed at the door.
    const changes = (index: number) => (index === 1 ? { lines: [] } : {});
    const ended = await issueBatch(api, organization, 2, `E${years}`, changes);
    const waiting = await postBatch(api, organization, 2, `W${years}`, changes);
    Object.assign(batches, { [`ended ${years}`]: ended, [`waiting ${years}`]: waiting });
    await age(
      `update batches set received_at = ${AGES[years]} - interval '1 minute', processed_at = case when id = ${ended} then ${AGES[years]} end
       where id in (${ended}, ${waiting})`,
    );
  }
  // One envelope each, of the same chain.
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
});
afterAll(() => resources.disposeAsync());

const read = <T extends object>(sql: string) => test.read<T>(sql);
const snapshot = () =>
  Promise.all(
    [
      'issued_invoices',
      'registration_records',
      'record_answers',
      'pdfs',
      'chains',
      'idempotency_records',
    ].map((table) => read(`select md5(string_agg(t::text, '' order by t::text)) as rows from ${table} t`)),
  );

describe('what the guards refuse', () => {
  const OLD = () => `batch_id = ${batches['ended old']}`;
  const TOMBSTONE = `sha256 = sha256('x'), erased_at = now()`;
  const ERASURES: readonly (readonly [what: string, sql: () => string])[] = [
    ['a body', () => `update batch_bodies set body = '', ${TOMBSTONE} where ${OLD()}`],
    [
      'texts',
      () =>
        `update batch_invoices set processing_error = '${ERASED}', external_invoice_id = null, invoice_number = null, erased_at = now(),
         sha256 = sha256(convert_to(jsonb_build_array(external_invoice_id, invoice_number, processing_error)::text, 'UTF8'))
         where ${OLD()} and processing_error is not null`,
    ],
    [
      'a certificate',
      () =>
        `update certificates set sealed_pkcs12 = '', sealed_passphrase = '', subject = '', sha256 = sha256(sealed_pkcs12), erased_at = now()
         where subject = 'removed old'`,
    ],
    [
      'an envelope',
      () =>
        `update submissions set request = '', sha256 = sha256(request), erased_at = now() where id = (select min(id) from submissions)`,
    ],
    [
      'an answer',
      () =>
        `update submission_attempts set answer = null, sha256 = sha256(answer), erased_at = now()
         where submission_id = (select min(id) from submissions)`,
    ],
  ];

  it.each(ERASURES)(
    'the erasing of %s by any other role, by its owner, and without its act',
    async (_what, sql) => {
      for (const role of ['ingress', 'worker', 'operator', 'dashboard'] satisfies ProcessRole[]) {
        await using database = await openDatabase({ url: api.database.url, applicationName: 'test', role });
        expect({ role, code: await codeOf(database.pool, sql()) }).toMatchObject({
          code: expect.stringMatching(/^(42501|23001)$/),
        });
      }
      expect(await codeOf(api.database.pool, sql())).toBe('23001');
      expect(await codeOf(retention, sql())).toBe('23001');
    },
  );

  const withAct = (sql: string) =>
    codeOf(
      retention,
      `begin; insert into operator_acts (act, operator) values ('retention.erase', 'x'); ${sql}; rollback`,
    );

  it.each(ERASURES)('nothing of the erasing of %s after its time, with its act', async (_what, sql) => {
    expect(await withAct(sql())).toBe('accepted');
    await retention.query('rollback').catch(() => {});
  });

  it.each([
    [
      'a body that is younger than a month',
      () => `update batch_bodies set body = '', ${TOMBSTONE} where batch_id = (select max(id) from batches)`,
    ],
    [
      'a body of a batch that is worked on',
      () => `update batch_bodies set body = '', ${TOMBSTONE} where batch_id = ${batches['waiting old']}`,
    ],
    [
      'a body with another in its place',
      () => `update batch_bodies set body = 'x', ${TOMBSTONE} where ${OLD()}`,
    ],
    ['a body without its hash', () => `update batch_bodies set body = '', erased_at = now() where ${OLD()}`],
    [
      'a body with a hash that is none',
      () => `update batch_bodies set body = '', sha256 = 'x', erased_at = now() where ${OLD()}`,
    ],
    [
      'a body on another day',
      () =>
        `update batch_bodies set body = '', sha256 = sha256(''), erased_at = now() - interval '1 day' where ${OLD()}`,
    ],
    [
      'the texts of an issued invoice',
      () =>
        `update batch_invoices set processing_error = '${ERASED}', erased_at = now(), sha256 = sha256('x') where id = ${batches['ended old']! * 1000}`,
    ],
    [
      'texts with another hash',
      () => ERASURES[1]![1]().replace('sha256(convert_to', `sha256('x' || convert_to`),
    ],
    [
      'texts of a batch that is worked on',
      () => ERASURES[1]![1]().replaceAll(OLD(), `batch_id = ${batches['waiting old']}`),
    ],
    ['a certificate that is in use', () => ERASURES[2]![1]().replace('removed old', 'live')],
    ['a removed certificate’s owner', () => ERASURES[2]![1]().replace('set ', 'set removed_at = null, ')],
    [
      'an envelope of a year that the law still wants',
      () => ERASURES[3]![1]().replace('min(id)', 'min(id) + 1'),
    ],
    ['an open envelope', () => ERASURES[3]![1]().replace('min(id)', 'max(id)')],
    [
      'an answer of a year that the law still wants',
      () => ERASURES[4]![1]().replace('min(id)', 'min(id) + 1'),
    ],
    ['the CSV of an answer', () => ERASURES[4]![1]().replace('set ', 'set csv = null, ')],
    ['an issued invoice', () => `update issued_invoices set document = '{}'`],
    ['a record', () => 'delete from registration_records'],
    ['a PDF', () => 'delete from pdfs'],
    ['what AEAT answered to a record', () => 'delete from record_answers'],
    ['a batch', () => `delete from batches`],
  ])('%s, to the role of retention too', async (_what, sql) => {
    expect(await withAct(sql())).toMatch(/^(23001|23514|42501)$/);
    await retention.query('rollback').catch(() => {});
  });
});

describe('what is over', () => {
  it('is measured without a change', async () => {
    const before = await snapshot();
    const due = await measureDue(retention, PERIODS);
    expect(due.map(({ kind, rows }) => [kind, rows])).toEqual([
      ['bodies', 1],
      ['failures', 1],
      ['certificates', 1],
      ['envelopes', 2],
      ['answers', 2],
    ]);
    expect(due.every(({ bytes }) => bytes > 0)).toBe(true);
    expect(await snapshot()).toEqual(before);
    expect(await read('select from batch_bodies where erased_at is not null')).toEqual([]);
  });

  it('is erased, and nothing else: an id, a hash and a date stay', async () => {
    const before = await snapshot();
    const [body] = await read<{ body: Buffer }>(
      `select body from batch_bodies where batch_id = ${batches['ended old']}`,
    );
    const erased = await eraseDue(retention, PERIODS, BY_TEST, 1);
    expect(erased.map(({ kind, rows }) => [kind, rows])).toEqual([
      ['bodies', 1],
      ['failures', 1],
      ['certificates', 1],
      ['envelopes', 2],
      ['answers', 2],
      ['sessions', 1],
    ]);
    expect(await snapshot()).toEqual(before);
    const erasedIds = async (sql: string) => (await read<{ id: string }>(sql)).map(({ id }) => String(id));
    expect(await erasedIds('select batch_id as id from batch_bodies where erased_at is not null')).toEqual([
      String(batches['ended old']),
    ]);
    expect(await erasedIds('select id from batch_invoices where erased_at is not null')).toEqual([
      String(batches['ended old']! * 1000 + 1),
    ]);
    expect(await erasedIds(`select id from certificates where sealed_pkcs12 = ''`)).toHaveLength(1);
    expect(
      await erasedIds(
        `select id - (select min(id) from submissions) as id from submissions where request = '' order by id`,
      ),
    ).toEqual(['0', '2']);
    const [tombstone] = await read<{ body: Buffer; sha256: Buffer; erased_at: string }>(
      'select * from batch_bodies where erased_at is not null',
    );
    expect(tombstone!.sha256.toString('hex')).toBe(hash('sha256', zstdDecompressSync(body!.body)));
    expect(tombstone!.body).toHaveLength(0);
    expect(Math.abs(new Date(tombstone!.erased_at).getTime() - Date.now())).toBeLessThan(60_000);
  });

  it('is written down, a row for each piece, with the sum of its rows', async () => {
    const acts = await read<{ kind: string; rows: number; operator: string }>(
      `select details ->> 'kind' as kind, sum((details ->> 'rows')::int)::int as rows, min(operator) as operator
       from operator_acts where act = 'retention.erase' group by 1 order by 1`,
    );
    expect(acts).toEqual(
      Object.entries({ answers: 2, bodies: 1, certificates: 1, envelopes: 2, failures: 1, sessions: 1 }).map(
        ([kind, rows]) => ({ kind, rows, operator: 'test' }),
      ),
    );
  });

  it('is erased once: a second run finds nothing, and writes nothing down', async () => {
    const count = () => read('select count(*) from operator_acts');
    const before = await count();
    expect((await eraseDue(retention, PERIODS, BY_TEST)).every(({ rows }) => rows === 0)).toBe(true);
    expect((await measureDue(retention, PERIODS)).every(({ rows }) => rows === 0)).toBe(true);
    expect(await count()).toEqual(before);
  });

  it('is told to a client in a clear text; the batch that waited is issued, and the next one accepted', async () => {
    const { token } = organization;
    const listed = await api.get(token, `/invoice_batches/${batches['ended old']}/batch_invoices`);
    expect(listed.json()).toMatchObject({
      data: [
        { processing_status: 'processed', processing_error: null },
        {
          processing_status: 'failed',
          processing_error: ERASED,
          external_invoice_id: null,
          invoice_number: null,
        },
      ],
    });
    const pdf = await api.get(token, `/batch_invoices/${batches['ended old']! * 1000 + 1}/pdf`);
    expect(pdf.statusCode).toBe(422);
    await issueBatch(api, organization, 1, 'NEXT');
    await verifyChains(api.database.pool);
  });

  it('is no break for the checker', async () => {
    const verdicts = await checkTables(api.database.pool);
    const broken = verdicts.filter(
      ({ invariant, broken: n }) => ['I1', 'I2', 'I3', 'I10'].includes(invariant) && n > 0,
    );
    // The batch that still waits, and what this test put there by itself.
    expect(
      broken.flatMap(({ places }) => places).filter((place) => !/is (received|processing)/.test(place)),
    ).toEqual([]);
    const erasing = verdicts.find(({ says }) => says.startsWith('What was erased'))!;
    expect(erasing).toMatchObject({ broken: 0 });
    await age(
      `update batch_bodies set erased_at = null, sha256 = null, body = '' where erased_at is not null`,
    );
    const damaged = await checkTables(api.database.pool);
    expect(damaged.flatMap(({ places }) => places).join()).toMatch(
      /has no body.*bodies are erased without an act/s,
    );
    await age(
      `update batch_bodies set erased_at = now(), sha256 = sha256('x') where batch_id = ${batches['ended old']}`,
    );
  });

  it('stays erased in a backup and what is restored from it', async () => {
    const directory = await mkdtemp(path.join(tmpdir(), 'ibe-retention-'));
    await using restored = await openTestDatabase();
    await writeBackup(api.database.pool, path.join(directory, 'backup'));
    await restoreBackup(restored.pool, path.join(directory, 'backup'), new Date(), {
      ...BY_TEST,
      keepsSessions: false,
    });
    const { rows } = await restored.pool.query('select from batch_bodies where erased_at is not null');
    expect(rows).toHaveLength(1);
    await rm(directory, { recursive: true });
  });

  it('that is damaged is not erased, and named', async () => {
    const id = await issueBatch(api, organization, 1, 'DAMAGED');
    await age(
      `update batch_bodies set body = '\\x00' where batch_id = ${id}; update batches set received_at = ${AGES['old']}, processed_at = ${AGES['old']} where id = ${id}`,
    );
    await expect(eraseDue(retention, PERIODS, BY_TEST)).rejects.toThrow(`The body of batch ${id} is damaged`);
    const good = zstdCompressSync(Buffer.from('{}')).toString('hex');
    await age(`update batch_bodies set body = '\\x${good}' where batch_id = ${id}`);
    expect((await eraseDue(retention, PERIODS, BY_TEST))[0]).toMatchObject({ kind: 'bodies', rows: 1 });
  });
});
