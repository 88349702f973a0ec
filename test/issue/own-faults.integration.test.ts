import { assert, asyncProperty, boolean, constantFrom, nat, record, subarray } from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CreateBatchBody } from '../../src/contracts/invoice-input.ts';
import { processBatch, type ProcessBatchContext } from '../../src/issue/process-batch.ts';
import { compressBody, decompressBody } from '../../src/platform/literals/stored-body.ts';
import { openTestApi, type TestApi, type TestOrganization } from '../support/api.ts';
import { verifyChains } from '../support/chains.ts';
import { issuingContext, postBatch } from '../support/engine.ts';
import { eventually } from '../support/eventually.ts';
import { runsOf } from '../support/long.ts';

/** A text on which the validation rules throw an error. Acceptance cannot predict such a fault. */
const BREAKING = 'сломай правила';
const normalize = Reflect.get(String.prototype, 'normalize');
function breakRules(this: string, form?: string): string {
  if (this === BREAKING) throw new TypeError('A fault of the rules');
  return normalize.call(this, form);
}

describe('a fault of the engine', () => {
  let api: TestApi;
  let organization: TestOrganization;
  let series = 0;
  beforeAll(async () => {
    api = await openTestApi();
    organization = await api.createOrganization();
    // oxlint-disable-next-line no-extend-native -- simulates a fault in a function that the rules use
    String.prototype.normalize = breakRules;
  });
  afterAll(() => {
    // oxlint-disable-next-line no-extend-native
    String.prototype.normalize = normalize;
    return api[Symbol.asyncDispose]();
  });

  const post = (count: number) => postBatch(api, organization, count, `O${(series += 1)}`);
  const process = (batchId: number, changes: Partial<ProcessBatchContext> = {}) =>
    processBatch({ ...issuingContext(api), ...changes }, batchId);
  const read = async <T>(sql: string, values: unknown[] = []): Promise<T[]> =>
    (await api.database.pool.query<{ value: T }>(sql, values)).rows.map(({ value }) => value);
  const failed = (batchId: number) =>
    read<number>(
      'select (id % 1000)::int as value from batch_invoices where batch_id = $1 and processing_error is not null order by 1',
      [batchId],
    );
  const isDue = async (batchId: number) =>
    (await read<boolean>('select processed_at is null as value from batches where id = $1', [batchId]))[0]!;

  /**
   * Retires the chains while `work` waits for their locks, as `npm run engine -- chains renew` may
   * at any moment.
   */
  async function retireUnder(work: () => Promise<unknown>): Promise<void> {
    const client = await api.database.pool.connect();
    await client.query('begin');
    await client.query('select from chains where retired_at is null for update');
    const done = work();
    await eventually(async () => {
      const [waiting] = await read<number>(
        `select count(*)::int as value from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return waiting! > 0;
    });
    await client.query('update chains set retired_at = now() where retired_at is null');
    await client.query('commit');
    client.release();
    await done;
  }

  it.each([1, 20])(
    'does not fail any invoice of a batch of %d whose chain is retired while the batch waits for it',
    async (count) => {
      await process(await post(1));
      const batchId = await post(count);
      let result: unknown;
      await retireUnder(async () => {
        result = await process(batchId);
      });
      expect(result).toMatchObject({ issued: count, failed: 0 });
      await verifyChains(api.database.pool);
    },
  );

  it('keeps a batch due while every chain is retired as soon as it is started, and no longer', async () => {
    const batchId = await post(3);
    await api.database.pool.query('update chains set retired_at = now() where retired_at is null');
    await api.database.pool.query(`
      create function retire_at_once() returns trigger language plpgsql as $$ begin new.retired_at := now(); return new; end $$;
      create trigger a_retire_at_once before insert on chains for each row execute function retire_at_once()`);
    await expect(process(batchId)).rejects.toThrow('stays due');
    await api.database.pool.query('drop trigger a_retire_at_once on chains');
    expect(await failed(batchId)).toEqual([]);
    expect(await process(batchId)).toMatchObject({ issued: 3, failed: 0 });
  });

  it.each(['batches', 'chains', 'registration_records'])(
    'keeps a batch of one invoice due when the database refuses a row of %s',
    async (table) => {
      const batchId = await post(1);
      const { pool } = api.database;
      await pool.query(`alter table ${table} add constraint ours check (organization_id < 0) not valid`);
      await expect(process(batchId)).rejects.toThrow('ours');
      await pool.query(`alter table ${table} drop constraint ours`);
      expect(await failed(batchId)).toEqual([]);
      expect(await process(batchId)).toMatchObject({ issued: 1, failed: 0 });
    },
  );

  type Faults = {
    readonly size: number;
    /** Positions whose data the database refuses. */
    readonly refused: readonly number[];
    /** Positions on which the rules of preparation break. */
    readonly broken: readonly number[];
    /** What breaks in our own code for every invoice. */
    readonly ours: 'nothing' | 'settings' | 'clock' | 'memory';
    /** Whether the chain of the batch is retired before the batch is processed. */
    readonly isRetired: boolean;
  };
  const some = subarray([0, 1, 2, 3, 4, 5]);
  const FAULTS = record<Faults>({
    size: nat(5).map((size) => size + 1),
    refused: some,
    broken: some,
    ours: constantFrom('nothing', 'nothing', 'nothing', 'settings', 'clock', 'memory'),
    isRetired: boolean(),
  });

  /**
   * Makes the invoices at the given positions break the rules, bypassing the triggers.
   * @returns a function that restores the body.
   */
  async function spoil(batchId: number, positions: readonly number[]): Promise<() => Promise<void>> {
    const { pool } = api.database;
    const [whole] = await read<Buffer>('select body as value from batch_bodies where batch_id = $1', [
      batchId,
    ]);
    const set = async (content: Buffer) => {
      await pool.query('alter table batch_bodies disable trigger user');
      await pool.query('update batch_bodies set body = $2 where batch_id = $1', [batchId, content]);
      await pool.query('alter table batch_bodies enable trigger user');
    };
    const body = JSON.parse(decompressBody(whole!).toString('utf8')) as CreateBatchBody;
    for (const position of positions) body.invoice_batch.invoices[position]!.footer_note = BREAKING;
    await set(await compressBody(Buffer.from(JSON.stringify(body))));
    return () => set(whole!);
  }

  /** Returns settings that throw the error on every access. */
  const throwing = (error: Error): ProcessBatchContext['software'] => {
    const fail = () => {
      throw error;
    };
    return new Proxy({} as ProcessBatchContext['software'], { get: fail, ownKeys: fail });
  };
  const BREAKS: Record<Faults['ours'], () => Partial<ProcessBatchContext>> = {
    nothing: () => ({}),
    settings: () => ({ software: throwing(new TypeError('no such setting')) }),
    clock: () => {
      let looks = 0;
      const now = () => {
        // The first reading determines today's date; the readings within the transactions fail.
        if ((looks += 1) > 1) throw new TypeError('the clock is broken');
        return api.clock.now;
      };
      return { now };
    },
    memory: () => ({ software: throwing(new RangeError('Array buffer allocation failed')) }),
  };

  it('fails only invoices that the database refuses, or one that alone breaks the rules, in any combination', async () => {
    const { pool } = api.database;
    const property = asyncProperty(FAULTS, async ({ size, ours, isRetired, ...faults }) => {
      const within = (positions: readonly number[]) => positions.filter((position) => position < size);
      const broken = within(faults.broken);
      const refused = within(faults.refused).filter((position) => !broken.includes(position));
      const batchId = await post(size);
      const mend = broken.length > 0 ? await spoil(batchId, broken) : async () => {};
      const numbers = refused.map((position) => `'O${series}-${position + 1}'`).join(', ');
      if (refused.length > 0)
        await pool.query(
          `alter table issued_invoices add constraint refusing check (invoice_number not in (${numbers})) not valid`,
        );
      if (isRetired) await pool.query('update chains set retired_at = now() where retired_at is null');
      const result = await process(batchId, BREAKS[ours]()).catch((error: unknown) => error);
      await pool.query('alter table issued_invoices drop constraint if exists refusing');

      const sound = size - broken.length;
      const mayBreak = broken.length === 0 || (broken.length === 1 && size > 1);
      const isPassing =
        mayBreak && (refused.length < sound || sound <= 1) && (ours === 'nothing' || sound === 0);
      const allowed = [...refused, ...(mayBreak ? broken : [])].toSorted((a, b) => a - b);
      const told = await failed(batchId);
      const issued = { issued: size - allowed.length, failed: allowed.length };
      // If our own code breaks for every invoice, an invoice that the database refuses may still be
      // found first.
      const stayed = await isDue(batchId);
      expect(isPassing && stayed).toBe(false);
      expect(stayed ? told : allowed.filter((position) => told.includes(position))).toEqual(
        stayed ? [] : told,
      );
      expect(isPassing ? result : issued).toMatchObject(issued);
      expect(isPassing ? told : allowed).toEqual(allowed);
      expect(stayed).toBe(result instanceof Error);
      // In no case does an invoice fail because of a fault of the engine.
      for (const position of told) expect(allowed).toContain(position);
      await mend();
      await process(batchId);
      expect(await isDue(batchId)).toBe(false);
      expect(await failed(batchId)).toEqual(told);
    });
    await assert(property, { numRuns: runsOf(40) });
    await verifyChains(pool);
  }, 180_000);
});
