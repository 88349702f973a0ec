import {
  array,
  assert,
  asyncProperty,
  constantFrom,
  integer,
  nat,
  option,
  record,
  sample,
  type Arbitrary,
} from 'fast-check';
import type { PoolClient } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROLLUP_RULES } from '#src/checker/rollup-rules.ts';
import { BATCH_STATUSES, type BatchStatus } from '../../../src/contracts/codes.ts';
import { queryAsOrganization } from '../../../src/platform/postgres/scoped-query.ts';
import { withSnapshot } from '../../../src/platform/postgres/snapshot.ts';
import { filterBatches } from '../../../src/api/reads/batches.ts';
import { fillRollups } from '../../../src/issue/rollups/status-rollups.ts';
import { openTestApi, type TestApi } from '../../support/api.ts';
import { fillAllRollups, storeBatches, type StoredBatch } from '../../support/rollups.ts';
import { LONG } from '../../support/long.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
});
afterAll(() => api[Symbol.asyncDispose]());

const START = Date.parse('2026-11-20T10:00:00Z');
const FINAL = ['processed', 'processed_with_errors', 'failed'] as const;

type Asked = {
  readonly status: BatchStatus | null;
  /** Seconds after the first batch. */
  readonly from: number | null;
  readonly to: number | null;
  readonly page: number;
  readonly per_page: number;
};
const ASKED_FIELDS = {
  status: option(constantFrom(...BATCH_STATUSES)),
  from: option(integer({ min: -5, max: 3000 })),
  to: option(integer({ min: -5, max: 3000 })),
  page: integer({ min: 1, max: 40 }),
  per_page: constantFrom(1, 7, 25, 100),
};
const ASKED: Arbitrary<Asked> = record(ASKED_FIELDS);
/** A run of batches, most of which have the same status. */
const STRETCH = record({
  status: constantFrom<BatchStatus>(...BATCH_STATUSES, 'processed', 'failed'),
  count: integer({ min: 1, max: 1400 }),
  stepMs: constantFrom(0, 300, 1100),
  exception: record({ status: constantFrom(...BATCH_STATUSES), every: integer({ min: 2, max: 700 }) }),
});

/** Builds batches with the clocks of several processes: a later batch may have an earlier time. */
function spreadBatches(
  stretches: readonly (typeof STRETCH extends Arbitrary<infer S> ? S : never)[],
): StoredBatch[] {
  let time = START;
  return stretches.flatMap(({ status, count, stepMs, exception }) =>
    Array.from({ length: count }, (_, index) => {
      time += stepMs;
      const isOdd = index % exception.every === exception.every - 1;
      const receivedAt = new Date(time - ((index * 7919) % 13) * 250);
      return { status: isOdd ? exception.status : status, receivedAt };
    }),
  );
}

/**
 * Returns the result of the filter, and the result of counting and skipping rows in the same
 * snapshot.
 */
async function readBoth(
  client: PoolClient,
  organizationId: number,
  { status, from, to, page, per_page: perPage }: Asked,
) {
  const at = (seconds: number | null) => (seconds === null ? null : new Date(START + seconds * 1000));
  const found = await filterBatches(
    client,
    organizationId,
    { page, per_page: perPage },
    { status, externalBatchId: null, receivedFrom: at(from), receivedTo: at(to) },
  );
  const { rows } = await queryAsOrganization<{ id: number }>(client, organizationId, {
    text: `select id::float8 as id from batches
           where organization_id = $1 and ($2::text is null or status = $2) and ($3::timestamptz is null or received_at >= $3)
             and ($4::timestamptz is null or date_trunc('second', received_at) <= $4) order by ordinal desc`,
    values: [organizationId, status, at(from), at(to)],
  });
  const ids = rows.map(({ id }) => id);
  return {
    answered: { total: found.totalCount, ids: found.items.map(({ id }) => id) },
    counted: { total: ids.length, ids: ids.slice((page - 1) * perPage, page * perPage) },
  };
}

async function compare(organizationId: number, asked: readonly Asked[]): Promise<void> {
  await withSnapshot(api.ingress.pool, async (client) => {
    for (const each of asked) {
      const { answered, counted } = await readBoth(client, organizationId, each);
      expect({ each, ...answered }).toEqual({ each, ...counted });
    }
  });
}

/** Ends every n-th of the batches that have not ended. */
async function endBatches(organizationId: number, every: number): Promise<void> {
  const text = `select id, row_number() over (order by ordinal) as place from batches where organization_id = $1 and processed_at is null`;
  const { pool } = api.workers;
  await pool.query(
    `update batches set status = 'processing' where status = 'received'
       and id in (select id from (${text}) open where place % $2 = 0)`,
    [organizationId, every],
  );
  await pool.query(
    `update batches set status = case id % 3 when 0 then 'failed' when 1 then 'processed' else 'processed_with_errors' end, processed_at = now()
     where status = 'processing' and id in (select id from (${text}) open where place % $2 = 0)`,
    [organizationId, every],
  );
}

describe('the batches that match a filter', () => {
  it('equal the result of counting rows, whichever rollups are already filled', async () => {
    const property = asyncProperty(
      array(STRETCH, { maxLength: 6 }),
      array(
        record({
          every: integer({ min: 1, max: 3 }),
          rollups: nat(3),
          asked: array(ASKED, { minLength: 8, maxLength: 12 }),
        }),
        {
          minLength: 2,
          maxLength: 3,
        },
      ),
      async (stretches, steps) => {
        const { id } = await api.createOrganization();
        await storeBatches(api.database.pool, id, spreadBatches(stretches));
        for (const { every, rollups, asked } of steps) {
          await fillRollups(
            api.workers.pool,
            { organizationId: id, rollup: rollups },
            { known: 100, counted: 1 + rollups },
          );
          await compare(id, asked);
          await endBatches(id, every);
          await compare(id, asked);
        }
        await endBatches(id, 1);
        await fillAllRollups(api.workers.pool);
        await compare(
          id,
          steps.flatMap(({ asked }) => asked),
        );
      },
    );
    await assert(property, { numRuns: LONG ? 100 : 4 });
  });

  it('equal the result of counting rows while batches arrive and end and rollups are filled', async () => {
    const { id } = await api.createOrganization();
    const batch = { status: 'received', receivedAt: new Date(START) } as const;
    await storeBatches(
      api.database.pool,
      id,
      Array.from({ length: 2500 }, () => batch),
    );
    const looked = new AbortController();
    const working = (async () => {
      for (let round = 0; round < 3 || !looked.signal.aborted; round += 1) {
        await endBatches(id, 2);
        await storeBatches(
          api.database.pool,
          id,
          Array.from({ length: 50 }, () => batch),
        );
        await fillAllRollups(api.workers.pool);
      }
      await endBatches(id, 1);
      await fillAllRollups(api.workers.pool);
    })();
    const asked = [null, ...BATCH_STATUSES].map((status) => ({
      status,
      from: null,
      to: 60,
      page: 3,
      per_page: 100,
    }));
    for (let look = 0; look < 5; look += 1) await compare(id, asked);
    looked.abort();
    await working;
    await compare(id, asked);
    const { rows } = await api.database.pool.query(
      'select from status_rollups_1 where organization_id = $1',
      [id],
    );
    expect(rows.length).toBeGreaterThanOrEqual(2);
  });

  it('equal the result of counting rows with level-2 rollups and with an open rollup', async () => {
    const { id } = await api.createOrganization();
    const stretches: Parameters<typeof spreadBatches>[0] = [
      { status: 'processed', count: 17_300, stepMs: 300, exception: { status: 'failed', every: 511 } },
      { status: 'failed', count: 15_000, stepMs: 0, exception: { status: 'processed', every: 2 } },
      {
        status: 'processed',
        count: 17_000,
        stepMs: 300,
        exception: { status: 'processed_with_errors', every: 77 },
      },
    ];
    const batches = spreadBatches(stretches);
    // One open batch in the second level-2 rollup: its level-1 rollups are counted until it ends.
    batches[20_500] = { ...batches[20_500]!, status: 'received' };
    await storeBatches(api.database.pool, id, batches);
    const seconds = option(integer({ min: -5, max: 11_000 }));
    const anywhere = { from: seconds, to: seconds, page: integer({ min: 1, max: 700 }) };
    const asked = sample(record({ ...ASKED_FIELDS, ...anywhere }), LONG ? 40 : 12);
    await compare(id, asked);
    // A round may end anywhere within a level-2 rollup.
    let place = { organizationId: id, rollup: 0 };
    do place = await fillRollups(api.workers.pool, place, { known: 7, counted: 7 });
    while (place.organizationId === id);
    const text =
      'select rollup_2::int as rollup_2 from status_rollups_2 where organization_id = $1 order by rollup_2';
    const listLevel2 = async () =>
      (await api.database.pool.query<{ rollup_2: number }>(text, [id])).rows.map(({ rollup_2 }) => rollup_2);
    expect(await listLevel2()).toEqual([0, 2]);
    await compare(id, asked);
    await endBatches(id, 1);
    await fillAllRollups(api.workers.pool);
    expect(await listLevel2()).toEqual([0, 1, 2]);
    await compare(id, asked);
    for (const { breaks } of ROLLUP_RULES) expect((await api.database.pool.query(breaks)).rows).toEqual([]);
    const change = api.database.pool.query('update status_rollups_2 set processed = 0');
    await expect(change).rejects.toMatchObject({ code: '23001' });
  });

  it('are read with one generic plan, because planning takes longer than reading', async () => {
    const { id } = await api.createOrganization();
    const client = await api.ingress.pool.connect();
    try {
      const everything = { externalBatchId: null, receivedFrom: null, receivedTo: null };
      for (const status of [null, ...BATCH_STATUSES, ...BATCH_STATUSES])
        await filterBatches(client, id, { page: 1, per_page: 25 }, { status, ...everything });
      const { rows } = await client.query(
        `select custom_plans::int, generic_plans > 0 as is_planned, current_setting('plan_cache_mode') as mode
         from pg_prepared_statements where statement like '%status_rollups_2%' and statement not like '%pg_prepared%'`,
      );
      // Later statements on the connection are planned as usual.
      expect(rows).toEqual([{ custom_plans: 0, is_planned: true, mode: 'auto' }]);
    } finally {
      client.release();
    }
  });

  it('may be filtered by times from the year 1 to the year 9999', async () => {
    const { id, token } = await api.createOrganization();
    await storeBatches(api.database.pool, id, [{ status: 'processed', receivedAt: new Date(START) }]);
    const answer = await api.get(
      token,
      '/invoice_batches?received_from=0001-01-01T00:00:00Z&received_to=9999-12-31T23:59:59Z&page=90071992547409&per_page=100',
    );
    expect(answer.json()).toMatchObject({ data: [], meta: { total_count: 1 } });
  });
});

describe('a rollup of batches', () => {
  it('is filled once, after the last of its thousand batches has ended', async () => {
    const { id } = await api.createOrganization();
    const ended = (status: (typeof FINAL)[number]) => ({ status, receivedAt: new Date(START) });
    await storeBatches(
      api.database.pool,
      id,
      Array.from({ length: 999 }, () => ended('processed')),
    );
    expect(await fillAllRollups(api.workers.pool)).toBe(0);
    await storeBatches(api.database.pool, id, [
      { status: 'processing', receivedAt: new Date(START + 1) },
      ended('failed'),
    ]);
    expect(await fillAllRollups(api.workers.pool)).toBe(0);
    await endBatches(id, 1);
    const both = await Promise.all([fillAllRollups(api.workers.pool), fillAllRollups(api.workers.pool)]);
    expect(both.toSorted()).toEqual([0, 1]);
    expect(await fillAllRollups(api.workers.pool)).toBe(0);
    const change = api.database.pool.query('update status_rollups_1 set processed = 0');
    await expect(change).rejects.toMatchObject({ code: '23001' });
    await expect(api.database.pool.query('delete from status_rollups_1')).rejects.toMatchObject({
      code: '23001',
    });
  });

  it('that cannot be filled yet does not block others, however few are examined in a round', async () => {
    const organizations = await Promise.all([1, 2].map(() => api.createOrganization()));
    for (const { id } of organizations) {
      const batches = Array.from({ length: 4000 }, (_, index): StoredBatch => {
        const status = index % 2000 === 0 ? 'received' : 'processed';
        return { status, receivedAt: new Date(START) };
      });
      await storeBatches(api.database.pool, id, batches);
    }
    const start = { organizationId: Math.min(...organizations.map(({ id }) => id)), rollup: 0 };
    let place = start;
    for (let round = 0; round < 20; round += 1) {
      place = await fillRollups(api.workers.pool, place, { known: 3, counted: 1 });
      // The rounds have begun again at the first organization, which belongs to another test.
      if (place.organizationId === 0) place = start;
    }
    for (const { id } of organizations) {
      const text =
        'select rollup::int as rollup from status_rollups_1 where organization_id = $1 order by rollup';
      const { rows } = await api.database.pool.query<{ rollup: number }>(text, [id]);
      expect(rows.map(({ rollup }) => rollup)).toEqual([1, 3]);
    }
  });
});
