import type { PoolClient } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Database,
  openDatabase,
  withTransaction,
} from '../../../src/persistence/connection/database.ts';
import { codeOf, type FilledApi, INSUFFICIENT_PRIVILEGE, openFilledApi } from '../../support/every-table.ts';

/* What somebody who runs any statement in the dashboard can change: three things, each with an act of its own, and nothing else. */
const GUARDED = '23001';
const NO_SUCH_INVOICE = '23503';
const ANOTHER_IS_OPEN = '23505';

let filled: FilledApi;
let dashboard: Database;
let worker: Database;
let chainId: number;
let invoiceId: number;
beforeAll(async () => {
  filled = await openFilledApi();
  const { url, pool } = filled.api.database;
  dashboard = openDatabase({ url, applicationName: 'test', role: 'dashboard' });
  worker = openDatabase({ url, applicationName: 'test', role: 'worker' });
  const { rows } = await pool.query<{ id: string }>('select id from chains where organization_id = $1', [
    filled.own.id,
  ]);
  chainId = Number(rows[0]!.id);
  invoiceId = filled.batches.get(filled.own.id)! * 1000 + 1;
  await pool.query(`update remissions set halted_at = now(), halted_reason = 'AEAT 4112: x', failures = 2`);
});
afterAll(async () => {
  await dashboard[Symbol.asyncDispose]();
  await worker[Symbol.asyncDispose]();
  await filled[Symbol.asyncDispose]();
});

/** Runs statements in one transaction that is kept, with an act before. @returns the code that it ended with. */
const change = (act: string | null, subjectId: number, ...statements: string[]): Promise<string> =>
  withTransaction(dashboard.pool, async (client: PoolClient) => {
    if (act !== null)
      await client.query(
        `insert into operator_acts (act, operator, reason, subject_id) values ($1, 'dashboard:x', 'x', $2)`,
        [act, subjectId],
      );
    for (const sql of statements) await client.query(sql);
  }).then(
    () => 'accepted',
    (error: { code?: string }) => error.code ?? 'no code',
  );

const RESUME = () =>
  `update remissions set halted_at = null, halted_reason = null, failures = 0 where chain_id = ${chainId}`;
const MARK = () =>
  `update remissions set compare_since = now(), compare_after = null where chain_id = ${chainId}`;
const PAUSE = () => `update organizations set paused_at = now() where id = ${filled.own.id}`;

describe('the role of the dashboard', () => {
  it('changes nothing without its act, nor with the act of something else', async () => {
    const own = filled.own.id;
    for (const [act, subject, sql] of [
      [null, 0, RESUME()],
      ['chain.compare', chainId, RESUME()],
      ['chain.resume', chainId + 1, RESUME()],
      [null, 0, MARK()],
      ['chain.resume', chainId, MARK()],
      [null, 0, PAUSE()],
      ['organization.resume', own, PAUSE()],
      ['organization.pause', own + 1, PAUSE()],
      [null, 0, `update submissions set superseded_at = now() where chain_id = ${chainId}`],
      ['chain.compare', chainId, `update submissions set superseded_at = now() where chain_id = ${chainId}`],
    ] as const)
      expect({ act, sql, code: await change(act, subject, sql) }).toEqual({ act, sql, code: GUARDED });
    // An act of another transaction is not enough.
    expect(await change('chain.resume', chainId)).toBe('accepted');
    expect(await change(null, 0, RESUME())).toBe(GUARDED);
  });

  it('with an act resumes and marks a chain, and does nothing else to it', async () => {
    for (const sql of [
      `update remissions set halted_reason = 'AEAT 4102: y' where chain_id = ${chainId}`,
      `update remissions set halted_at = now() where chain_id = ${chainId}`,
      `update remissions set failures = 1 where chain_id = ${chainId}`,
      `update remissions set compare_after = now() + interval '1 year' where chain_id = ${chainId}`,
      `update submissions set superseded_at = null where chain_id = ${chainId}`,
      `update chains set installation_number = installation_number where id = ${chainId}`,
    ])
      for (const act of ['chain.resume', 'chain.compare'])
        expect({ sql, code: await change(act, chainId, sql) }).toEqual({
          sql,
          code: sql.includes('superseded_at = null') ? 'accepted' : GUARDED,
        });
    expect(await change('chain.compare', chainId, MARK())).toBe('accepted');
    // A mark that is there is not taken away: AEAT may know more than the database.
    for (const sql of [
      `update remissions set compare_since = null where chain_id = ${chainId}`,
      `update remissions set compare_since = compare_since - interval '1 day' where chain_id = ${chainId}`,
    ])
      expect({ sql, code: await change('chain.compare', chainId, sql) }).toEqual({ sql, code: GUARDED });
    expect(await change('chain.resume', chainId, RESUME())).toBe('accepted');
    // Nobody halts a chain from there.
    const halt = `update remissions set halted_at = now(), halted_reason = 'x' where chain_id = ${chainId}`;
    expect(await change('chain.resume', chainId, halt)).toBe(GUARDED);
    expect(await change('organization.pause', filled.own.id, PAUSE())).toBe('accepted');
    const resume = PAUSE().replace('now()', 'null');
    expect(await change('organization.pause', filled.own.id, resume)).toBe(GUARDED);
    expect(await change('organization.resume', filled.own.id, resume)).toBe('accepted');
  });

  it('writes no other column, makes no key, and corrects nothing by itself', async () => {
    const { pool } = dashboard;
    for (const sql of [
      'update remissions set remitted_sequence = 0',
      'update remissions set next_allowed_at = null',
      `update organizations set name = 'x'`,
      'update organizations set verifactu = false',
      'update chains set sequence = 0',
      `update chains set last_hash = ''`,
      'update chains set retired_at = now()',
      'update submissions set answered_at = now()',
      `insert into api_keys (organization_id, key_hash, prefix) values (1, '', '')`,
      `insert into organizations (name) values ('x')`,
      `insert into corrections (organization_id, issued_invoice_id, chain_id, sequence, kind, reason, operator, created_at)
       values (1, 1, 1, 1, 'anulacion', 'x', 'x', now())`,
      `insert into registration_records (organization_id, generated_at, kind, chain_id, sequence, issued_invoice_id, hash, xml)
       values (1, now(), 'alta', 1, 1, 1, '', '')`,
      `update operator_acts set reason = 'x'`,
      `update correction_orders set outcome = 'done'`,
      'delete from correction_orders',
      `select store_ordered_correction(1, now(), 'anulacion', 1, 1, '', '', '')`,
      `select store_correction('', now(), '', '', '', 1, 1, 1, '', '', '')`,
      'select document from issued_invoices',
      'select xml from registration_records',
      'select request from submissions',
    ])
      expect({ sql, code: await codeOf(pool, sql) }).toEqual({ sql, code: INSUFFICIENT_PRIVILEGE });
  });

  it('orders corrections in the names of its logins, of invoices that are there, one at a time', async () => {
    const order = (
      values: { organization?: number; invoice?: number; operator?: string; reason?: string } = {},
    ) => {
      const {
        organization = filled.own.id,
        invoice = invoiceId,
        operator = 'dashboard:x',
        reason = 'x',
      } = values;
      return codeOf(
        dashboard.pool,
        `insert into correction_orders (organization_id, issued_invoice_id, wish, operator, reason) values ($1, $2, 'annul', $3, $4)`,
        [organization, invoice, operator, reason],
      );
    };
    expect(await order({ operator: 'Ana' })).toBe(INSUFFICIENT_PRIVILEGE);
    expect(await order({ operator: 'key:1' })).toBe(INSUFFICIENT_PRIVILEGE);
    expect(await order({ reason: 'a\nb' })).toBe('23514');
    expect(await order({ organization: filled.other.id })).toBe(NO_SUCH_INVOICE);
    expect(await order({ invoice: 1 })).toBe(NO_SUCH_INVOICE);
    expect(await order()).toBe('accepted');
    expect(await order()).toBe(ANOTHER_IS_OPEN);
  });
});

describe('the role of the workers', () => {
  it('corrects nothing without an order, and calls none done that was not', async () => {
    const { pool } = worker;
    const { rows } = await pool.query<{ id: string }>('select max(id) as id from correction_orders');
    const store = (id: number | string, scope: number) =>
      withTransaction(pool, async (client) => {
        await client.query(`select set_config('engine.organizations', $1, true)`, [String(scope)]);
        const { rows: stored } = await client.query<{ stored: boolean }>(
          `select store_ordered_correction($1, now(), 'anulacion', $2, 9, null, repeat('A', 64), '<x/>') as stored`,
          [id, chainId],
        );
        return stored[0]!.stored;
      }).catch((error: { code?: string }) => error.code);
    expect(await store(999_999, filled.own.id)).toBe(false);
    // In the scope of another organization it is not seen.
    expect(await store(rows[0]!.id, filled.other.id)).toBe(false);
    // A record that does not continue its chain.
    expect(await store(rows[0]!.id, filled.own.id)).toMatch(/^23/);
    for (const sql of [
      `update correction_orders set settled_at = now(), outcome = 'done', told = 'x' where settled_at is null`,
      `update correction_orders set settled_at = null, outcome = null, told = null`,
    ])
      expect({ sql, code: await codeOf(pool, sql) }).toEqual({ sql, code: GUARDED });
    for (const sql of [
      `update correction_orders set operator = 'x'`,
      `update correction_orders set issued_invoice_id = 1`,
      `insert into correction_orders (organization_id, issued_invoice_id, wish, operator, reason) values (1, 1, 'annul', 'dashboard:x', 'x')`,
      `insert into operator_acts (act, operator) values ('invoice.annul', 'dashboard:x')`,
      `insert into corrections (organization_id, issued_invoice_id, chain_id, sequence, kind, reason, operator, created_at)
       values (1, 1, 1, 1, 'anulacion', 'x', 'dashboard:x', now())`,
    ])
      expect({ sql, code: await codeOf(pool, sql) }).toEqual({ sql, code: INSUFFICIENT_PRIVILEGE });
  });
});
