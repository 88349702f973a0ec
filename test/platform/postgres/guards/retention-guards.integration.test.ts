import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPool } from '../../../../src/platform/postgres/database.ts';
import type { ProcessRole } from '../../../../src/platform/postgres/logins/process-roles.ts';
import { type AgedContents, ERASED, openAgedContents } from '../../../support/aged-contents.ts';
import { codeOf } from '../../../support/every-table.ts';
import { formatMessage } from '../../../../src/contracts/messages/format-message.ts';

let contents: AgedContents;
beforeAll(async () => {
  contents = await openAgedContents();
});
afterAll(() => contents[Symbol.asyncDispose]());

describe('the guards of retention', () => {
  const OLD = () => `batch_id = ${contents.batches['ended old']}`;
  const TOMBSTONE = `sha256 = sha256('x'), erased_at = now()`;
  const ERASURES: readonly (readonly [what: string, sql: () => string])[] = [
    ['a body', () => `update batch_bodies set body = '', ${TOMBSTONE} where ${OLD()}`],
    [
      'texts',
      () =>
        `update batch_invoices set processing_error = '${ERASED}', processing_error_es = '${formatMessage('erased').es}', external_invoice_id = null, invoice_number = null, metadata = null, warnings = null, erased_at = now(),
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
    'refuse erasing %s by any other role, by its owner and without its act',
    async (_what, sql) => {
      for (const role of ['ingress', 'worker', 'operator', 'dashboard'] satisfies ProcessRole[]) {
        await using database = openPool({
          url: contents.api.database.url,
          applicationName: 'test',
          role,
        });
        expect({ role, code: await codeOf(database.pool, sql()) }).toMatchObject({
          code: expect.stringMatching(/^(42501|23001)$/),
        });
      }
      expect(await codeOf(contents.api.database.pool, sql())).toBe('23001');
      expect(await codeOf(contents.retention.pool, sql())).toBe('23001');
    },
  );

  const withAct = (sql: string) =>
    codeOf(
      contents.retention.pool,
      `begin; insert into operator_acts (act, operator) values ('retention.erase', 'x'); ${sql}; rollback`,
    );

  it.each(ERASURES)('accept erasing %s after its retention period with its act', async (_what, sql) => {
    expect(await withAct(sql())).toBe('accepted');
    await contents.retention.pool.query('rollback').catch(() => {});
  });

  it.each([
    [
      'a body from the last month',
      () => `update batch_bodies set body = '', ${TOMBSTONE} where batch_id = (select max(id) from batches)`,
    ],
    [
      'a body of a batch in progress',
      () =>
        `update batch_bodies set body = '', ${TOMBSTONE} where batch_id = ${contents.batches['waiting old']}`,
    ],
    [
      'a body replaced by another text',
      () => `update batch_bodies set body = 'x', ${TOMBSTONE} where ${OLD()}`,
    ],
    ['a body without its hash', () => `update batch_bodies set body = '', erased_at = now() where ${OLD()}`],
    [
      'a body with an invalid hash',
      () => `update batch_bodies set body = '', sha256 = 'x', erased_at = now() where ${OLD()}`,
    ],
    [
      'a body with an earlier time of erasing',
      () =>
        `update batch_bodies set body = '', sha256 = sha256(''), erased_at = now() - interval '1 day' where ${OLD()}`,
    ],
    [
      'the texts of an issued invoice',
      () =>
        `update batch_invoices set processing_error = '${ERASED}', erased_at = now(), sha256 = sha256('x') where id = ${contents.batches['ended old']! * 1000}`,
    ],
    [
      'texts with another hash',
      () => ERASURES[1]![1]().replace('sha256(convert_to', `sha256('x' || convert_to`),
    ],
    [
      'texts of a batch in progress',
      () => ERASURES[1]![1]().replaceAll(OLD(), `batch_id = ${contents.batches['waiting old']}`),
    ],
    ['a certificate that is in use', () => ERASURES[2]![1]().replace('removed old', 'live')],
    ['a removed certificate’s owner', () => ERASURES[2]![1]().replace('set ', 'set removed_at = null, ')],
    [
      'an envelope of a year that must still be kept',
      () => ERASURES[3]![1]().replace('min(id)', 'min(id) + 1'),
    ],
    ['an open envelope', () => ERASURES[3]![1]().replace('min(id)', 'max(id)')],
    [
      'an answer of a year that must still be kept',
      () => ERASURES[4]![1]().replace('min(id)', 'min(id) + 1'),
    ],
    ['the CSV of an answer', () => ERASURES[4]![1]().replace('set ', 'set csv = null, ')],
    ['an issued invoice', () => `update issued_invoices set total = 1`],
    ['a record', () => 'delete from registration_records'],
    ['a PDF', () => 'delete from pdfs'],
    ['the answer of AEAT to a record', () => 'delete from record_answers'],
    ['a batch', () => `delete from batches`],
  ])('do not let the retention role erase %s', async (_what, sql) => {
    expect(await withAct(sql())).toMatch(/^(23001|23514|42501)$/);
    await contents.retention.pool.query('rollback').catch(() => {});
  });
});

describe('the deletion of expired rows', () => {
  const SESSIONS = 'delete from sessions returning expires_at <= now() as over';
  const REPLAYS = `delete from idempotency_records returning created_at <= now() - interval '24 hours' as over`;
  beforeAll(async () => {
    await contents.age(
      `insert into sessions (token_hash, organization_id, api_key_id, expires_at)
       select sha256('live'), organization_id, id, now() + interval '1 minute' from api_keys limit 1;
       update idempotency_records set created_at = now() - interval '23 hours 59 minutes';
       update idempotency_records set created_at = now() - interval '24 hours 1 minute' where batch_id = (select min(id) from batches)`,
    );
  });

  it.each([
    ['sessions', 'worker', SESSIONS],
    ['sessions', 'retention', SESSIONS],
    ['idempotency records', 'worker', REPLAYS],
  ] as const)(
    'removes only expired %s, even if the role %s tries to delete all',
    async (_what, role, sql) => {
      const { url } = contents.api.database;
      await using database = openPool({ url, applicationName: 'test', role });
      const client = await database.pool.connect();
      await client.query('begin');
      if (role === 'retention')
        await client.query(`insert into operator_acts (act, operator) values ('retention.erase', 'x')`);
      const { rows } = await client.query<{ over: boolean }>(sql);
      await client.query('rollback');
      client.release();
      expect(rows).toEqual([{ over: true }]);
    },
  );
});
