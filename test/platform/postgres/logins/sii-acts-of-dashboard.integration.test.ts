import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type PoolOwner, openPool, withTransaction } from '../../../../src/platform/postgres/database.ts';
import {
  codeOf,
  type FilledApi,
  INSUFFICIENT_PRIVILEGE,
  openFilledApi,
} from '../../../support/every-table.ts';

/* The function with which the dashboard resumes issuers in SII, and the limits of its owner. */

const GUARDED = '23001';
const WHO = `null, 'operator', '192.0.2.7', 'y'`;

let filled: FilledApi;
let dashboard: PoolOwner;
let own: number;
let issuer: { id: string; nif: string };
beforeAll(async () => {
  filled = await openFilledApi();
  const { urlOf, pool } = filled.api.database;
  dashboard = openPool({ url: urlOf('dashboard'), applicationName: 'test', role: 'dashboard' });
  own = filled.own.id;
  const { rows } = await pool.query<typeof issuer>(
    `select c.id, s.issuer_nif as nif from sii_issuers s join chains c using (organization_id, issuer_nif) where organization_id = $1`,
    [own],
  );
  issuer = rows[0]!;
});
afterAll(async () => {
  await dashboard[Symbol.asyncDispose]();
  await filled[Symbol.asyncDispose]();
});
beforeEach(() =>
  filled.api.database.pool.query(`update sii_issuers set halted_at = now(), halted_reason = 'AEAT 4118: x'`),
);

/** Runs a statement as the owner of the functions, after an act. @returns the error code. */
const change = (act: string | null, subjectId: number, sql: string): Promise<string> =>
  withTransaction(filled.api.database.pool, async (client) => {
    await client.query('set local role engine_acts');
    if (act !== null)
      await client.query(
        `insert into operator_acts (act, operator, reason, subject_id) values ($1, 'dashboard:x', 'x', $2)`,
        [act, subjectId],
      );
    await client.query(sql);
  }).then(
    () => 'accepted',
    (error: { code?: string }) => error.code ?? 'no code',
  );
const release = () => `select release_sii_issuer(${own}, '${issuer.nif}', now())`;

it('the owner of the functions of the dashboard changes issuers in SII and their entries only with an act', async () => {
  for (const [act, subject, sql] of [
    [null, 0, release()],
    ['register.resume', own + 1, release()],
    ['chain.resume', own, release()],
    ['chain.resume', own, 'update sii_entries set state = state'],
    ['chain.resume', own, `update sii_issuers set failures = 0 where issuer_nif = '${issuer.nif}'`],
  ] as const)
    expect({ act, sql, code: await change(act, subject, sql) }).toEqual({ act, sql, code: GUARDED });
  for (const sql of [
    'select record from sii_versions',
    'select request from sii_messages',
    `update sii_entries set csv = 'x'`,
    `update sii_messages set ended_at = now()`,
  ])
    expect(await change('register.resume', own, sql)).toBe(INSUFFICIENT_PRIVILEGE);
  expect(await change('register.resume', own, release())).toBe('accepted');
});

it('the role of the dashboard changes nothing of SII by itself', async () => {
  for (const sql of [
    release(),
    'update sii_issuers set halted_at = null',
    `update sii_entries set state = 'sent'`,
  ])
    expect({ sql, code: await codeOf(dashboard.pool, sql) }).toEqual({ sql, code: INSUFFICIENT_PRIVILEGE });
});

it('the dashboard resumes a halted issuer in SII once, and records the act, also with generic plans of the guards', async () => {
  const call = (id: string) =>
    withTransaction(dashboard.pool, async (client) => {
      await client.query('set local plan_cache_mode = force_generic_plan');
      // An act before it in the same transaction makes the guards check at once.
      await client.query(`select pause_organization(${WHO}, ${own}, false)`);
      const { rows } = await client.query<{ done: boolean }>(
        `select resume_sii_issuer(${WHO}, ${id}) as done`,
      );
      return rows[0]!.done;
    });
  expect([await call('999999'), await call(issuer.id), await call(issuer.id)]).toEqual([false, true, false]);
  const { rows } = await filled.api.database.pool.query(
    `select act, operator, organization_id::int as organization, subject_id::int as subject, details from operator_acts where reason = 'y'`,
  );
  expect(rows).toEqual([
    {
      act: 'register.resume',
      operator: 'dashboard:operator',
      organization: own,
      subject: own,
      details: { issuer: issuer.nif, haltedReason: 'AEAT 4118: x', client: '192.0.2.7' },
    },
  ]);
});
