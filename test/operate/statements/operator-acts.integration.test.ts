import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findTextFault, OPERATOR_ACTS } from '../../../src/contracts/acts.ts';
import { type PoolOwner, openPool, withTransaction } from '../../../src/platform/postgres/database.ts';
import type { ProcessRole } from '../../../src/platform/postgres/logins/process-roles.ts';
import { codeOf, type FilledApi, INSUFFICIENT_PRIVILEGE, openFilledApi } from '../../support/every-table.ts';
import { everyNth, LONG } from '../../support/long.ts';

/*
 * Rules that the database itself enforces: each act of an operator has a row, and the row never
 * changes.
 */
const ROLES = ['ingress', 'worker', 'operator', 'dashboard', 'retention', 'reader'] as const;
/** The error code of the guards. */
const GUARDED = '23001';

let filled: FilledApi;
const databases = new Map<ProcessRole, PoolOwner>();
const resources = new AsyncDisposableStack();
beforeAll(async () => {
  filled = resources.use(await openFilledApi());
  for (const role of ROLES) {
    const { url } = filled.api.database;
    databases.set(role, resources.use(openPool({ url, applicationName: 'test', role })));
  }
});
afterAll(() => resources.disposeAsync());

const poolOf = (role: ProcessRole) => databases.get(role)!.pool;

describe('the table operator_acts', () => {
  it.each(['update operator_acts set reason = $$x$$', 'delete from operator_acts', 'truncate operator_acts'])(
    'refuses changes by every role, including its owner: %s',
    async (sql) => {
      expect(await codeOf(filled.api.database.pool, sql)).toBe(GUARDED);
      for (const role of ROLES) {
        expect({ role, code: await codeOf(poolOf(role), sql) }).toEqual({
          role,
          code: INSUFFICIENT_PRIVILEGE,
        });
      }
    },
  );

  it('accepts only acts of a closed list, with a name and the time of the database', async () => {
    const insert = (values: string) =>
      codeOf(poolOf('operator'), `insert into operator_acts (act, operator, reason) values (${values})`);
    expect(await insert(`'key.steal', 'Ana', null`)).toBe('23514');
    expect(await insert(`'key.revoke', ' ', null`)).toBe('23514');
    expect(await insert(`'key.revoke', 'Ana', ''`)).toBe('23514');
    for (const act of OPERATOR_ACTS) expect(await insert(`'${act}', 'Ana', null`)).toBe('accepted');
    expect(
      await codeOf(
        poolOf('operator'),
        `insert into operator_acts (act, operator, at) values ('key.revoke', 'Ana', '2020-01-01')`,
      ),
    ).toBe(INSUFFICIENT_PRIVILEGE);
  });

  it('shows the dashboard only backups, checks, verifications and acknowledged findings', async () => {
    for (const act of OPERATOR_ACTS)
      await poolOf('operator').query('insert into operator_acts (act, operator) values ($1, $2)', [
        act,
        'Ana',
      ]);
    const pool = poolOf('dashboard');
    const { rows } = await pool.query('select distinct act from operator_acts order by act');
    expect(rows.map(({ act }) => act)).toEqual([
      'chain.verify',
      'database.backup',
      'database.check',
      'finding.acknowledge',
    ]);
    expect(await codeOf(pool, 'select organization_id from operator_acts')).toBe(INSUFFICIENT_PRIVILEGE);
  });

  it('accepts from the dashboard only its own acts, with the names of its users', async () => {
    const pool = poolOf('dashboard');
    const write = (act: string, name: string) =>
      codeOf(pool, `select record_dashboard_act(null, $1, '192.0.2.1', null, $2, null, null, '{}')`, [
        name,
        act,
      ]);
    for (const act of OPERATOR_ACTS) {
      // The functions of the database record the other acts themselves.
      const isIts = /^(queue|job)\.|^batch\.look$|\.retry$/.test(act);
      expect({ act, code: await write(act, 'operator') }).toEqual({
        act,
        code: isIts ? 'accepted' : INSUFFICIENT_PRIVILEGE,
      });
      expect(
        await codeOf(
          pool,
          `insert into operator_acts (act, operator) values ('${act}', 'dashboard:operator')`,
        ),
      ).toBe(INSUFFICIENT_PRIVILEGE);
    }
    const { rows } = await filled.api.database.pool.query(
      `select distinct operator, details from operator_acts where starts_with(operator, 'dashboard:')`,
    );
    expect(rows).toEqual([{ operator: 'dashboard:operator', details: { client: '192.0.2.1' } }]);
  });

  it('accepts from the reader only the acts of a backup and a check', async () => {
    for (const act of OPERATOR_ACTS) {
      const sql = `insert into operator_acts (act, operator) values ('${act}', 'Ana')`;
      expect({ act, code: await codeOf(poolOf('reader'), sql) }).toEqual({
        act,
        code: act === 'database.backup' || act === 'database.check' ? 'accepted' : INSUFFICIENT_PRIVILEGE,
      });
    }
  });

  it('accepts from the retention role only the act of erasing', async () => {
    for (const act of OPERATOR_ACTS) {
      const sql = `insert into operator_acts (act, operator) values ('${act}', 'Ana')`;
      expect({ act, code: await codeOf(poolOf('retention'), sql) }).toEqual({
        act,
        code: act === 'retention.erase' ? 'accepted' : INSUFFICIENT_PRIVILEGE,
      });
    }
  });

  it('accepts names of dashboard users from no other role', async () => {
    for (const [role, act] of [
      ['operator', 'queue.pause'],
      ['operator', 'key.revoke'],
      ['retention', 'retention.erase'],
    ] as const) {
      const insert = (name: string) =>
        codeOf(poolOf(role), `insert into operator_acts (act, operator) values ('${act}', '${name}')`);
      expect({ role, code: await insert('dashboard:operator') }).toEqual({
        role,
        code: INSUFFICIENT_PRIVILEGE,
      });
      expect({ role, code: await insert('Ana') }).toEqual({ role, code: 'accepted' });
    }
  });

  it.each(['operator', 'reason'] as const)(
    'accepts as %s only text that is visible on one line, exactly as the commands do',
    async (column) => {
      const edges = [
        0x34f, 0x61c, 0x115f, 0x1160, 0x1680, 0x17b4, 0x17b5, 0x2800, 0x3000, 0x3164, 0xfeff, 0xffa0, 0x180a,
        0x180b, 0x180f, 0x1810, 0xfdff, 0xfe00, 0xfe0f, 0xfe10, 0xdffff, 0xe0000, 0xe0fff, 0xe1000,
      ];
      const latin = Array.from({ length: 0xff }, (_none, point) => point + 1);
      const punctuation = Array.from({ length: 0x73 }, (_none, point) => point + 0x1fff);
      const texts = ['', '\n', ' \t ', '\u00a0\u2003', 'Ana\nkey.revoke 3  by Eva', 'Ana María', '李'];
      texts.push('é'.repeat(500), 'é'.repeat(501), '😀'.repeat(500), '😀'.repeat(501));
      for (const point of everyNth(3, [...latin, ...punctuation]).concat(edges))
        texts.push(String.fromCodePoint(point), `A${String.fromCodePoint(point)}b`);
      const sql = `insert into operator_acts (act, operator, reason) values ('key.revoke', $1, $2)`;
      // Sequential, because a thousand concurrent statements would exceed the wait for a
      // connection.
      const found: { text: string; code: string }[] = [];
      for (const text of texts) {
        const values = column === 'operator' ? [text, null] : ['Ana', text];
        found.push({ text, code: await codeOf(poolOf('operator'), sql, values) });
      }
      expect(found).toEqual(
        texts.map((text) => ({ text, code: findTextFault(text) === undefined ? 'accepted' : '23514' })),
      );
      expect(found.filter(({ code }) => code === 'accepted').length).toBeGreaterThan(LONG ? 250 : 80);
      expect(found.filter(({ code }) => code === '23514').length).toBeGreaterThan(LONG ? 150 : 50);
    },
  );
});

describe('a change by an operator without a row in operator_acts', () => {
  const KEY = `(select min(id) from api_keys)`;
  const CASES: readonly (readonly [act: string, subject: string, sql: string])[] = [
    ['key.rights', KEY, `update api_keys set rights = '{correct}' where id = ${KEY}`],
    [
      'organization.create',
      `currval('organizations_id_seq')`,
      `insert into organizations (name) values ('x')`,
    ],
    [
      'organization.bind',
      '(select min(id) from organizations)',
      `update organizations set issuer_nifs = '{B12345674}' where id = (select min(id) from organizations)`,
    ],
    [
      'organization.outside',
      '(select min(id) from organizations)',
      'update organizations set outside_reason = null where id = (select min(id) from organizations)',
    ],
    [
      'key.create',
      `currval('api_keys_id_seq')`,
      `insert into api_keys (organization_id, key_hash, prefix) values ((select min(id) from organizations), sha256(random()::text::bytea), 'x')`,
    ],
    ['key.revoke', KEY, `update api_keys set revoked_at = now() where id = ${KEY}`],
    [
      'issuer.change',
      `currval('issuer_profiles_id_seq')`,
      `insert into issuer_profiles (organization_id, issuer_nif, profile) values ((select min(id) from organizations), 'B12345674', '{}')`,
    ],
    [
      'certificate.add',
      `currval('certificates_id_seq')`,
      `insert into certificates (organization_id, sealed_pkcs12, sealed_passphrase, subject, not_before, not_after, created_at)
       values ((select min(id) from organizations), '', '', 'x', now(), now(), now())`,
    ],
    [
      'certificate.remove',
      '(select min(id) from certificates)',
      'update certificates set removed_at = now() where id = (select min(id) from certificates)',
    ],
    [
      'invoice.resend',
      '(select min(issued_invoice_id) from registration_records where sequence = 2)',
      `insert into corrections (organization_id, issued_invoice_id, chain_id, sequence, kind, reason, operator, created_at)
       select organization_id, issued_invoice_id, chain_id, sequence, 'subsanacion', 'x', 'x', now() from registration_records
       where issued_invoice_id = (select min(issued_invoice_id) from registration_records where sequence = 2)`,
    ],
    [
      'chain.compare',
      '(select min(chain_id) from remissions)',
      'update remissions set compare_since = now() where chain_id = (select min(chain_id) from remissions)',
    ],
    [
      'chain.renew',
      '(select min(id) from chains)',
      'update chains set retired_at = now() where id = (select min(id) from chains)',
    ],
  ];

  const run = (statements: readonly string[]) =>
    withTransaction(poolOf('operator'), async (client) => {
      for (const sql of statements) await client.query(sql);
    }).then(
      () => 'accepted',
      (error: { code?: string }) => error.code,
    );

  it.each(everyNth(3, CASES))('is refused: %s', async (act, subject, sql) => {
    const write = (name: string, id: string) =>
      `insert into operator_acts (act, operator, subject_id) values ('${name}', 'Ana', ${id})`;
    expect(await run([sql])).toBe(GUARDED);
    // The row of another transaction, of another act or for another subject does not suffice.
    await run([write(act, subject)]);
    expect(await run([sql])).toBe(GUARDED);
    expect(await run([sql, write('queue.pause', subject)])).toBe(GUARDED);
    expect(await run([sql, write(act, '999999')])).toBe(GUARDED);
    expect(await run([sql, write(act, subject)])).toBe('accepted');
  });
});
