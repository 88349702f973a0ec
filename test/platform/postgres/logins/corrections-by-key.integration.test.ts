import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashSecret } from '#src/organizations/access/secrets.ts';
import { openPool, type PoolOwner } from '../../../../src/platform/postgres/database.ts';
import { queryAsOrganization } from '../../../../src/platform/postgres/scoped-query.ts';
import type { TestOrganization } from '../../../support/api.ts';
import {
  codeOf,
  type FilledApi,
  INSUFFICIENT_PRIVILEGE,
  openFilledApi,
} from '../../../support/every-table.ts';

/*
 * An attacker who can run any statement in the API can correct only the invoices that the current
 * token permits.
 */
const GUARDED = '23001';
const NOT_ITS_CHAIN = '23503';

let filled: FilledApi;
let pool: Pool;
let operators: PoolOwner;
beforeAll(async () => {
  filled = await openFilledApi();
  const { url } = filled.api.database;
  operators = openPool({ url, applicationName: 'test', role: 'operator' });
  pool = filled.api.ingress.pool;
  await grant(filled.own, '{submit,read,correct}');
});
afterAll(async () => {
  await operators[Symbol.asyncDispose]();
  await filled[Symbol.asyncDispose]();
});

const grant = ({ id }: TestOrganization, rights: string) =>
  filled.api.database.pool.query('update api_keys set rights = $2 where organization_id = $1', [id, rights]);

type Values = {
  scope?: TestOrganization;
  token?: Buffer;
  moment?: Date;
  action?: string;
  of?: TestOrganization;
  chainOf?: TestOrganization;
  sequence?: number;
  why?: string;
};

/** @returns whether the correction was stored, or the error code. */
async function store(values: Values = {}) {
  const { own, api, batches } = filled;
  const { scope = own, of = own, chainOf = of, sequence = 3, moment = api.clock.now } = values;
  const { rows } = await api.database.pool.query<{ id: string; last_hash: string }>(
    'select id, last_hash from chains where organization_id = $1',
    [chainOf.id],
  );
  const [chain] = rows;
  return queryAsOrganization<{ stored: boolean }>(pool, scope.id, {
    text: `select store_correction($1, $2, $3, 'anulacion', $4, $5, $6, $7, $8, repeat('A', 64), '<x/>') as stored`,
    values: [
      values.token ?? hashSecret(own.token),
      moment,
      values.action ?? 'annul',
      values.why ?? 'Por error',
      chain!.id,
      sequence,
      batches.get(of.id)! * 1000,
      chain!.last_hash,
    ],
  }).then(
    ({ rows: [row] }) => row!.stored,
    (error: { code?: string }) => error.code,
  );
}
const countRecords = async () =>
  (await filled.api.database.pool.query('select from registration_records')).rowCount;

describe('the role of the API', () => {
  it.each([
    `insert into registration_records (organization_id, generated_at, kind, chain_id, sequence, issued_invoice_id, hash, xml)
     values (1, now(), 'alta', 1, 1, 1, '', '')`,
    `insert into corrections (organization_id, issued_invoice_id, chain_id, sequence, kind, reason, operator, created_at)
     values (1, 1, 1, 1, 'anulacion', 'x', 'x', now())`,
    `insert into operator_acts (act, operator) values ('invoice.annul', 'key:1')`,
    'update chains set sequence = sequence + 1',
    `update chains set last_hash = ''`,
    'update chains set retired_at = now()',
    `update chains set issuer_nif = ''`,
    'update remissions set halted_at = null',
    'select next_allowed_at from remissions',
    `update api_keys set rights = '{correct}'`,
    'select from operator_acts',
  ])('cannot correct anything by itself: %s', async (text) => {
    const refused = queryAsOrganization(pool, filled.own.id, { text });
    await expect(refused).rejects.toMatchObject({ code: INSUFFICIENT_PRIVILEGE });
  });

  it('can lock only the chains of its organization, and cannot change them', async () => {
    const change = { text: `update chains set installation_number = installation_number where true` };
    await expect(queryAsOrganization(pool, filled.own.id, change)).rejects.toMatchObject({ code: GUARDED });
    const locked = await queryAsOrganization<{ organization_id: string }>(pool, filled.own.id, {
      text: 'select organization_id from chains for update',
    });
    expect(locked.rows).toEqual([{ organization_id: String(filled.own.id) }]);
  });

  it('can correct only with a live token or key that has the right to correct', async () => {
    const before = await countRecords();
    const { own, other, api } = filled;
    expect(await store({ token: randomBytes(32) })).toBe(false);
    expect(await store({ token: hashSecret(other.token), scope: other, of: other })).toBe(false);
    expect(await store({ moment: new Date(api.clock.now.getTime() + 25 * 3600_000) })).toBe(false);
    expect(await store({ token: hashSecret(other.apiKey), scope: other, of: other })).toBe(false);
    await grant(own, '{submit,read}');
    expect(await store()).toBe(false);
    expect(await store({ token: hashSecret(own.apiKey) })).toBe(false);
    await grant(own, '{submit,read,correct}');
    expect(await countRecords()).toBe(before);
  });

  it('cannot correct an invoice of another organization with any scope and ids', async () => {
    const before = await countRecords();
    const { own, other } = filled;
    expect(await store({ of: other })).toBe(NOT_ITS_CHAIN);
    expect(await store({ of: other, scope: other })).toBe(INSUFFICIENT_PRIVILEGE);
    expect(await store({ scope: other })).toBe(INSUFFICIENT_PRIVILEGE);
    expect(await store({ chainOf: other })).toBe(NOT_ITS_CHAIN);
    expect(await store({ of: other, chainOf: own })).toBe(NOT_ITS_CHAIN);
    expect(await countRecords()).toBe(before);
  });

  it('can store a correction only at the head of the chain, with its act', async () => {
    expect(await store({ sequence: 4 })).toBe(NOT_ITS_CHAIN);
    expect(await store({ action: 'forget' })).toBe(INSUFFICIENT_PRIVILEGE);
    expect(await store({ why: 'a\nb' })).toBe('23514');
    expect(await store({ why: ' ' })).toBe('23514');
    const revoke = (at: string) =>
      filled.api.database.pool.query(`update api_keys set revoked_at = ${at} where organization_id = $1`, [
        filled.own.id,
      ]);
    await revoke('now()');
    expect(await store({ token: hashSecret(filled.own.apiKey) })).toBe(false);
    await revoke('null');
    expect(await store({ token: hashSecret(filled.own.apiKey) })).toBe(true);
    const { rows } = await filled.api.database.pool.query(
      `select c.sequence::int, k.operator, a.operator as "inAct", a.reason, a.details ->> 'sequence' as place
       from chains c join corrections k on k.chain_id = c.id and k.sequence = c.sequence
       join operator_acts a on a.subject_id = k.issued_invoice_id and a.act = 'invoice.annul' where c.organization_id = $1`,
      [filled.own.id],
    );
    const { rows: keys } = await filled.api.database.pool.query<{ id: string }>(
      'select id from api_keys where organization_id = $1',
      [filled.own.id],
    );
    const operator = `key:${keys[0]!.id}`;
    expect(rows).toEqual([{ sequence: 3, operator, inAct: operator, reason: 'Por error', place: '3' }]);
  });
});

describe('the name of an API key in the table of acts', () => {
  it.each(['key:1', 'key:'])('cannot be used by another role: %s', async (name) => {
    const sql = `insert into operator_acts (act, operator) values ('invoice.annul', '${name}')`;
    expect(await codeOf(operators.pool, sql)).toBe(INSUFFICIENT_PRIVILEGE);
    expect(await codeOf(operators.pool, sql.replace(name, `Ana ${name}`))).toBe('accepted');
  });

  it('cannot be used by another role through the function that records it', async () => {
    for (const { pool: theirs } of [operators, filled.api.workers]) {
      const sql = `select store_correction('', now(), 'annul', 'anulacion', 'x', 1, 1, 1, '', '', '')`;
      expect(await codeOf(theirs, sql)).toBe(INSUFFICIENT_PRIVILEGE);
    }
  });
});
