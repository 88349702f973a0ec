import { afterAll, beforeAll, expect, it } from 'vitest';
import { type PoolOwner, openPool, withTransaction } from '../../../../src/platform/postgres/database.ts';
import { type FilledApi, openFilledApi } from '../../../support/every-table.ts';

/*
 * The time of the next message of a chain after an operator's order to send it: never before the
 * wait of AEAT is over, and never later than without the order.
 */
const GUARDED = '23001';

let filled: FilledApi;
let dashboard: PoolOwner;
let chainId: number;
beforeAll(async () => {
  filled = await openFilledApi();
  const { urlOf, pool } = filled.api.database;
  dashboard = openPool({ url: urlOf('dashboard'), applicationName: 'test', role: 'dashboard' });
  const { rows } = await pool.query<{ id: string }>('select id from chains where organization_id = $1', [
    filled.own.id,
  ]);
  chainId = Number(rows[0]!.id);
});
afterAll(async () => {
  await dashboard[Symbol.asyncDispose]();
  await filled[Symbol.asyncDispose]();
});

/**
 * Runs a statement as the role that owns the functions, after an act.
 * @returns the error code, or `accepted`.
 */
const change = (act: string | null, sql: string): Promise<string> =>
  withTransaction(filled.api.database.pool, async (client) => {
    await client.query('set local role engine_acts');
    if (act !== null)
      await client.query(
        `insert into operator_acts (act, operator, reason, subject_id) values ($1, 'dashboard:x', 'x', $2)`,
        [act, chainId],
      );
    await client.query(sql);
  }).then(
    () => 'accepted',
    (error: { code?: string }) => error.code ?? 'no code',
  );

const HASTEN = () => `update remissions set next_allowed_at = now() where chain_id = ${chainId}`;

/**
 * Makes the chain wait for its next message.
 * @param more assignments of other columns, for example `wait_seconds = 0`.
 */
const letWait = async (more = 'wait_seconds = 60') => {
  const { pool } = filled.api.database;
  await pool.query(
    `update remissions set halted_at = null, halted_reason = null, compare_since = null, sending_until = null,
       wait_seconds = 60, excessive_wait_seconds = null, next_allowed_at = now() + interval '1 hour'`,
  );
  await pool.query(`update remissions set ${more}`);
};

it('the next message can only be moved with its act, to an earlier time and if the chain may send', async () => {
  await letWait();
  const later = HASTEN().replace('now()', `now() + interval '2 hours'`);
  for (const sql of [later, HASTEN().replace('now()', 'null')])
    expect({ sql, code: await change('chain.send', sql) }).toEqual({ sql, code: GUARDED });
  expect(await change('chain.send', HASTEN())).toBe('accepted');
  for (const more of [
    `sending_until = now() + interval '1 minute'`,
    `halted_at = now(), halted_reason = 'x'`,
    'compare_since = now()',
  ]) {
    await letWait(more);
    expect({ more, code: await change('chain.send', HASTEN()) }).toEqual({ more, code: GUARDED });
  }
});

it('send_chain moves the next message as early as the wait of AEAT allows, and does nothing if that is not earlier', async () => {
  const send = async (id = chainId) => {
    const { rows } = await dashboard.pool.query<{ seconds: number | null }>(
      `select extract(epoch from send_chain(null, 'operator', 'x', 'z', $1) - now())::float8 as seconds`,
      [id],
    );
    const seconds = rows[0]!.seconds;
    return seconds === null ? null : Math.abs(Math.round(seconds));
  };
  // The wait counts from the end of the last lease, because its message may have arrived at the
  // last moment.
  const justNow = `sending_until = now() - interval '1 second'`;
  const longAgo = `sending_until = now() - interval '1 day'`;
  const waits: [more: string, seconds: number | null][] = [
    [longAgo, 0],
    [justNow, 59],
    [`${justNow}, wait_seconds = 300`, 299],
    [`${justNow}, wait_seconds = 600, excessive_wait_seconds = 999999`, 59],
    // A clock that was years ahead at the last message causes no wait after it was corrected.
    [`${longAgo}, next_allowed_at = now() + interval '5 years'`, 0],
    [`sending_until = now() + interval '10 seconds'`, null],
    [`${longAgo}, next_allowed_at = now() + interval '0.9 seconds'`, null],
    [`halted_at = now(), halted_reason = 'x'`, null],
    ['compare_since = now()', null],
  ];
  for (const [more, seconds] of waits) {
    await letWait(more);
    expect({ more, seconds: await send() }).toEqual({ more, seconds });
  }
  expect(await send(999_999)).toBeNull();
  const { rows } = await filled.api.database.pool.query(
    `select distinct act, operator, subject_id::int as subject, details ->> 'issuerNif' as issuer from operator_acts where reason = 'z'`,
  );
  expect(rows).toEqual([
    { act: 'chain.send', operator: 'dashboard:operator', subject: chainId, issuer: 'B12345674' },
  ]);
});
