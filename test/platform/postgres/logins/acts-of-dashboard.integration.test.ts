import type { Pool, PoolClient } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PoolOwner, openPool, withTransaction } from '../../../../src/platform/postgres/database.ts';
import {
  codeOf,
  type FilledApi,
  INSUFFICIENT_PRIVILEGE,
  openFilledApi,
} from '../../../support/every-table.ts';

/*
 * The functions that act for the dashboard, and the limits of the dashboard, of the owner of the
 * functions and of a worker.
 */
const GUARDED = '23001';

let filled: FilledApi;
let dashboard: PoolOwner;
let worker: PoolOwner;
let chainId: number;
let invoiceId: number;
beforeAll(async () => {
  filled = await openFilledApi();
  const { url, urlOf, pool } = filled.api.database;
  dashboard = openPool({ url: urlOf('dashboard'), applicationName: 'test', role: 'dashboard' });
  worker = openPool({ url, applicationName: 'test', role: 'worker' });
  const { rows } = await pool.query<{ id: string }>('select id from chains where organization_id = $1', [
    filled.own.id,
  ]);
  chainId = Number(rows[0]!.id);
  invoiceId = filled.batches.get(filled.own.id)! * 1000 + 1;
  await halt();
});
afterAll(async () => {
  await dashboard[Symbol.asyncDispose]();
  await worker[Symbol.asyncDispose]();
  await filled[Symbol.asyncDispose]();
});

const halt = () =>
  filled.api.database.pool.query(
    `update remissions set halted_at = now(), halted_reason = 'AEAT 4112: x', failures = 2`,
  );
const codeOfWork = (pool: Pool, work: (client: PoolClient) => Promise<unknown>): Promise<string> =>
  withTransaction(pool, work).then(
    () => 'accepted',
    (error: { code?: string }) => error.code ?? 'no code',
  );

/**
 * Runs statements as the role that owns the functions, after an act, in one committed transaction.
 * @returns the error code, or `accepted`.
 */
const change = (act: string | null, subjectId: number, ...statements: string[]): Promise<string> =>
  codeOfWork(filled.api.database.pool, async (client) => {
    await client.query('set local role engine_acts');
    if (act !== null)
      await client.query(
        `insert into operator_acts (act, operator, reason, subject_id) values ($1, 'dashboard:x', 'x', $2)`,
        [act, subjectId],
      );
    for (const sql of statements) await client.query(sql);
  });

const RESUME = () =>
  `update remissions set halted_at = null, halted_reason = null, failures = 0 where chain_id = ${chainId}`;
const MARK = () =>
  `update remissions set compare_since = now(), compare_after = null where chain_id = ${chainId}`;
const HASTEN = () => `update remissions set next_allowed_at = now() where chain_id = ${chainId}`;
const PAUSE = () => `update organizations set paused_at = now() where id = ${filled.own.id}`;

describe('the owner of the functions of the dashboard', () => {
  it('can change nothing without an act or with the act of another change', async () => {
    const own = filled.own.id;
    const supersede = `update submissions set superseded_at = now() where chain_id = ${chainId}`;
    for (const [act, subject, sql] of [
      [null, 0, RESUME()],
      ['chain.compare', chainId, RESUME()],
      ['chain.resume', chainId + 1, RESUME()],
      [null, 0, MARK()],
      ['chain.resume', chainId, MARK()],
      [null, 0, HASTEN()],
      ['chain.resume', chainId, HASTEN()],
      [null, 0, PAUSE()],
      ['organization.resume', own, PAUSE()],
      ['organization.pause', own + 1, PAUSE()],
      [null, 0, supersede],
      ['chain.compare', chainId, supersede],
    ] as const)
      expect({ act, sql, code: await change(act, subject, sql) }).toEqual({ act, sql, code: GUARDED });
    // An act of another transaction does not suffice.
    expect(await change('chain.resume', chainId)).toBe('accepted');
    expect(await change(null, 0, RESUME())).toBe(GUARDED);
  });

  it('can resume and mark a chain with an act, and can do nothing else to it', async () => {
    for (const sql of [
      `update remissions set halted_reason = 'AEAT 4102: y' where chain_id = ${chainId}`,
      `update remissions set halted_at = now() where chain_id = ${chainId}`,
      `update remissions set failures = 1 where chain_id = ${chainId}`,
      `update remissions set compare_after = now() + interval '1 year' where chain_id = ${chainId}`,
    ])
      for (const act of ['chain.resume', 'chain.compare'])
        expect({ sql, code: await change(act, chainId, sql) }).toEqual({ sql, code: GUARDED });
    expect(await change('chain.compare', chainId, MARK())).toBe('accepted');
    const touch = `update chains set installation_number = installation_number where id = ${chainId}`;
    expect(await change('chain.compare', chainId, touch)).not.toBe('accepted');
    // A mark cannot be removed, because AEAT may have more records than the database.
    for (const sql of [
      `update remissions set compare_since = null where chain_id = ${chainId}`,
      `update remissions set compare_since = compare_since - interval '1 day' where chain_id = ${chainId}`,
    ])
      expect({ sql, code: await change('chain.compare', chainId, sql) }).toEqual({ sql, code: GUARDED });
    expect(await change('chain.resume', chainId, RESUME())).toBe('accepted');
    // The role cannot halt a chain.
    const stop = `update remissions set halted_at = now(), halted_reason = 'x' where chain_id = ${chainId}`;
    expect(await change('chain.resume', chainId, stop)).toBe(GUARDED);
    expect(await change('organization.pause', filled.own.id, PAUSE())).toBe('accepted');
    const resume = PAUSE().replace('now()', 'null');
    expect(await change('organization.pause', filled.own.id, resume)).toBe(GUARDED);
    expect(await change('organization.resume', filled.own.id, resume)).toBe('accepted');
  });

  it('can record only acts and orders of the dashboard, in the names of its users', async () => {
    const write = (act: string, name: string) =>
      change(null, 0, `insert into operator_acts (act, operator) values ('${act}', '${name}')`);
    const order = (name: string) =>
      change(
        null,
        0,
        `insert into correction_orders (organization_id, issued_invoice_id, action, operator, reason) values (${filled.own.id}, ${invoiceId}, 'annul', '${name}', 'x')`,
      );
    for (const name of ['Ana', 'key:1', 'Dashboard:x', ' dashboard:x'])
      expect([await write('queue.pause', name), await order(name)]).toEqual([
        INSUFFICIENT_PRIVILEGE,
        INSUFFICIENT_PRIVILEGE,
      ]);
    for (const act of ['key.create', 'invoice.annul', 'chain.renew', 'retention.erase'])
      expect(await write(act, 'dashboard:x')).toBe(INSUFFICIENT_PRIVILEGE);
    for (const sql of [
      'select verifier from operators',
      'select sealed_totp from operators',
      'update operators set role = role',
      'delete from operator_sessions',
      `update operator_sessions set used_at = now()`,
      'select total from issued_invoices',
      'update chains set sequence = 0',
      'update organizations set verifactu = false',
    ])
      expect({ sql, code: await change(null, 0, sql) }).toEqual({ sql, code: INSUFFICIENT_PRIVILEGE });
  });
});

describe('the role of the dashboard', () => {
  it('can write no column of any table, create no key and correct nothing by itself', async () => {
    const { pool } = dashboard;
    for (const sql of [
      RESUME(),
      MARK(),
      PAUSE(),
      'update submissions set superseded_at = now()',
      'update remissions set remitted_sequence = 0',
      'update remissions set next_allowed_at = null',
      `update organizations set name = 'x'`,
      'update organizations set verifactu = false',
      'update chains set installation_number = installation_number',
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
      `insert into operator_acts (act, operator) values ('queue.pause', 'dashboard:x')`,
      `update operator_acts set reason = 'x'`,
      `insert into correction_orders (organization_id, issued_invoice_id, action, operator, reason) values (${filled.own.id}, ${invoiceId}, 'annul', 'dashboard:x', 'x')`,
      `update correction_orders set outcome = 'done'`,
      'delete from correction_orders',
      `select name_actor(null, 'x', false)`,
      `select store_ordered_correction(1, now(), 'anulacion', 1, 1, '', '', '')`,
      `select store_correction('', now(), '', '', '', 1, 1, 1, '', '', '')`,
      'select total from issued_invoices',
      'select xml from registration_records',
      'select request from submissions',
    ])
      expect({ sql, code: await codeOf(pool, sql) }).toEqual({ sql, code: INSUFFICIENT_PRIVILEGE });
  });

  it('acts through functions, each of which records its act', async () => {
    await halt();
    const { pool } = dashboard;
    const own = filled.own.id;
    const call = async (text: string) =>
      (await pool.query<{ done: boolean }>(`select ${text} as done`)).rows[0]!.done;
    const WHO = `null, 'operator', '192.0.2.7', 'y'`;
    for (const [text, done] of [
      [`resume_chain(${WHO}, ${chainId})`, true],
      [`resume_chain(${WHO}, ${chainId})`, false],
      [`resume_chain(${WHO}, 999999)`, false],
      [`mark_chain(${WHO}, ${chainId})`, true],
      [`mark_chain(${WHO}, 999999)`, false],
      [`pause_organization(${WHO}, ${own}, false)`, false],
      [`pause_organization(${WHO}, ${own}, true)`, true],
      [`pause_organization(${WHO}, ${own}, true)`, false],
      [`pause_organization(${WHO}, ${own}, false)`, true],
      [`pause_organization(${WHO}, 999999, true)`, false],
    ] as const)
      expect({ text, done: await call(text) }).toEqual({ text, done });
    const { rows } = await filled.api.database.pool.query(
      `select act, operator, organization_id::int as organization, subject_id::int as subject, details from operator_acts where reason = 'y' order by id`,
    );
    const common = { operator: 'dashboard:operator', organization: own };
    const client = '192.0.2.7';
    const details = { issuerNif: 'B12345674', client };
    expect(rows).toEqual([
      {
        ...common,
        act: 'chain.resume',
        subject: chainId,
        details: { ...details, haltedReason: 'AEAT 4112: x' },
      },
      { ...common, act: 'chain.compare', subject: chainId, details },
      { ...common, act: 'organization.pause', subject: own, details: { client } },
      { ...common, act: 'organization.resume', subject: own, details: { client } },
    ]);
  });

  it('acts through functions also with generic plans of the guards', async () => {
    await halt();
    const WHO = `null, 'operator', 'x', 'x'`;
    const { id } = filled.other;
    const invoice = filled.batches.get(id)! * 1000 + 1;
    // The chain has an open envelope, which the function supersedes.
    const { rows } = await filled.api.database.pool.query<{ id: string }>(
      'select chain_id as id from submissions where organization_id = $1 and answered_at is null and superseded_at is null',
      [id],
    );
    const chain = rows[0]!.id;
    const code = await codeOfWork(dashboard.pool, async (client) => {
      await client.query('set local plan_cache_mode = force_generic_plan');
      await client.query(`select resume_chain(${WHO}, ${chain}), mark_chain(${WHO}, ${chain}),
        pause_organization(${WHO}, ${id}, true), order_correction(${WHO}, ${invoice}, 'annul', false)`);
      await client.query(`select pause_organization(${WHO}, ${id}, false)`);
    });
    expect(code).toBe('accepted');
  });

  it('can order corrections of existing invoices, one at a time', async () => {
    const order = async (invoice: number) => {
      const { rows } = await dashboard.pool.query<{ id: string | null }>(
        `select order_correction(null, 'operator', 'x', 'x', $1, 'annul', false) as id`,
        [invoice],
      );
      return rows[0]!.id;
    };
    const ofReason = `select order_correction(null, 'operator', 'x', $1, ${invoiceId}, $2, false)`;
    expect(await codeOf(dashboard.pool, ofReason, ['a\nb', 'annul'])).toBe('23514');
    expect(await codeOf(dashboard.pool, ofReason, ['a', 'erase'])).toBe('23514');
    expect(await order(1)).toBeNull();
    expect(await order(invoiceId)).not.toBeNull();
    expect(await order(invoiceId)).toBeNull();
  });
});

describe('the role of the workers', () => {
  it('can correct nothing without an order, and cannot settle an order that was not carried out', async () => {
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
    // In the scope of another organization the order is invisible.
    expect(await store(rows[0]!.id, filled.other.id)).toBe(false);
    // The record does not continue its chain.
    expect(await store(rows[0]!.id, filled.own.id)).toMatch(/^23/);
    for (const sql of [
      `update correction_orders set settled_at = now(), outcome = 'done', message = 'x' where settled_at is null`,
      `update correction_orders set settled_at = null, outcome = null, message = null`,
    ])
      expect({ sql, code: await codeOf(pool, sql) }).toEqual({ sql, code: GUARDED });
    for (const sql of [
      `update correction_orders set operator = 'x'`,
      `update correction_orders set client = 'x'`,
      `update correction_orders set issued_invoice_id = 1`,
      `insert into correction_orders (organization_id, issued_invoice_id, action, operator, reason) values (1, 1, 'annul', 'dashboard:x', 'x')`,
      `insert into operator_acts (act, operator) values ('invoice.annul', 'dashboard:x')`,
      `insert into corrections (organization_id, issued_invoice_id, chain_id, sequence, kind, reason, operator, created_at)
       values (1, 1, 1, 1, 'anulacion', 'x', 'dashboard:x', now())`,
      ...['resume_chain', 'mark_chain', 'send_chain'].map(
        (name) => `select ${name}(null, 'operator', 'x', 'x', ${chainId})`,
      ),
      `select order_correction(null, 'operator', 'x', 'x', 1, 'annul', false)`,
    ])
      expect({ sql, code: await codeOf(pool, sql) }).toEqual({ sql, code: INSUFFICIENT_PRIVILEGE });
  });
});
