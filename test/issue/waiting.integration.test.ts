import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { processBatch } from '../../src/issue/process-batch.ts';
import { createChainLockSlot } from '../../src/issue/chain-lock-slot.ts';
import { openTestApi, type TestApi } from '../support/api.ts';
import { eventually } from '../support/eventually.ts';
import { issueBatch, issuingContext, postBatch } from '../support/engine.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
});
afterAll(() => api[Symbol.asyncDispose]());

/** Runs the work while another transaction holds the locks on the chains of an organization. */
async function whileHeld<T>(organizationId: number, work: () => Promise<T>): Promise<T> {
  const client = await api.database.pool.connect();
  try {
    await client.query('begin');
    await client.query('select from chains where organization_id = $1 for update', [organizationId]);
    return await work();
  } finally {
    await client.query('rollback');
    client.release();
  }
}

async function countWaiting(): Promise<number> {
  const { rows } = await api.database.pool.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows[0]!.count;
}

describe('a batch whose chain another transaction holds', () => {
  it('waits for the lock if the chain-lock slot is free, and otherwise is busy and can be processed later', async () => {
    const organization = await api.createOrganization();
    await issueBatch(api, organization, 1, 'FIRST');
    const [one, other] = [
      await postBatch(api, organization, 1, 'ONE'),
      await postBatch(api, organization, 1, 'OTHER'),
    ];
    const context = { ...issuingContext(api), waiting: createChainLockSlot() };
    const { waits: waited } = await whileHeld(organization.id, async () => {
      const waits = processBatch(context, one);
      await eventually(async () => (await countWaiting()) === 1);
      // The batch was not read to find this out.
      expect(await processBatch(context, other)).toEqual({ kind: 'busy', workAhead: 1 });
      // A batch of another organization does not wait.
      const stranger = await api.createOrganization();
      const its = await postBatch(api, stranger, 1, 'ITS');
      expect(await processBatch(context, its)).toMatchObject({ kind: 'issued', issued: 1 });
      return { waits };
    });
    expect(await waited).toMatchObject({ kind: 'issued', issued: 1 });
    expect(await processBatch(context, other)).toMatchObject({ kind: 'issued', issued: 1 });
  });

  it('is read before it is found to be busy if the organization has several chains', async () => {
    const organization = await api.createOrganization();
    const [held, free] = ['B12345674', 'A12345674'];
    for (const issuer of [held, free])
      await issueBatch(api, organization, 1, `OF${issuer}`, () => ({ issuer_nif: issuer }));
    const [waits, goes, comes] = [
      await postBatch(api, organization, 1, 'WAITS', () => ({ issuer_nif: held })),
      await postBatch(api, organization, 1, 'GOES', () => ({ issuer_nif: free })),
      await postBatch(api, organization, 1, 'COMES', () => ({ issuer_nif: held })),
    ];
    const context = { ...issuingContext(api), waiting: createChainLockSlot() };
    const client = await api.database.pool.connect();
    try {
      await client.query('begin');
      await client.query('select from chains where organization_id = $1 and issuer_nif = $2 for update', [
        organization.id,
        held,
      ]);
      const waiting = processBatch(context, waits);
      await eventually(async () => (await countWaiting()) === 1);
      expect(await processBatch(context, goes)).toMatchObject({ kind: 'issued', issued: 1 });
      expect(await processBatch(context, comes)).toEqual({ kind: 'busy', workAhead: null });
      await client.query('rollback');
      expect(await waiting).toMatchObject({ kind: 'issued', issued: 1 });
    } finally {
      await client.query('rollback');
      client.release();
    }
  });

  it('releases the chain-lock slot as soon as it holds the lock on its chain', async () => {
    const organization = await api.createOrganization();
    await issueBatch(api, organization, 1, 'BEFORE');
    const batchId = await postBatch(api, organization, 1, 'HOLDS');
    const waiting = createChainLockSlot();
    const isFree = () => {
      const leave = waiting.enter();
      leave?.();
      return leave !== null;
    };
    const seen: boolean[] = [];
    const now = () => {
      seen.push(isFree());
      return api.clock.now;
    };
    const { waits: waited } = await whileHeld(organization.id, async () => {
      const waits = processBatch({ ...issuingContext(api), waiting, now }, batchId);
      await eventually(async () => (await countWaiting()) === 1);
      expect(isFree()).toBe(false);
      return { waits };
    });
    expect(await waited).toMatchObject({ kind: 'issued', issued: 1 });
    // The last reading of the clock happens while the chain is locked.
    expect(seen.at(-1)).toBe(true);
  });

  it('releases the chain-lock slot when it has not received the lock in time', async () => {
    const organization = await api.createOrganization();
    await issueBatch(api, organization, 1, 'VAIN');
    const batchId = await postBatch(api, organization, 1, 'IN-VAIN');
    const context = issuingContext(api);
    await whileHeld(organization.id, async () => {
      expect(await processBatch(context, batchId)).toEqual({ kind: 'busy', workAhead: 0 });
    });
    expect(context.waiting.enter()).not.toBeNull();
  });
});

describe("an organization's first batch for an issuer", () => {
  const NIF = 'X1234567L';

  it('does not wait for another organization that issues for the issuer with VeriFactu as well', async () => {
    const [one, other] = [await api.createOrganization(), await api.createOrganization()];
    await issueBatch(api, one, 1, 'ONE', () => ({ issuer_nif: NIF }));
    const batchId = await postBatch(api, other, 1, 'OTHER', () => ({ issuer_nif: NIF }));
    await whileHeld(one.id, async () => {
      expect(await processBatch(issuingContext(api), batchId)).toMatchObject({ kind: 'issued', issued: 1 });
    });
  });

  it('waits for an organization that issues for the issuer without VeriFactu, unless it issues nothing itself', async () => {
    const nif = '87654321X';
    const outside = await api.createOrganization('Fuera SL', 'sii');
    await issueBatch(api, outside, 1, 'OUT', () => ({
      issuer_nif: nif,
      invoice_type: 'R1',
      rectified_invoice_id: 999_000,
    }));
    const organization = await api.createOrganization();
    const none = await postBatch(api, organization, 1, 'NONE', () => ({
      issuer_nif: nif,
      invoice_type: 'R1',
      rectified_invoice_id: 999_000,
    }));
    const some = await postBatch(api, organization, 1, 'SOME', () => ({ issuer_nif: nif }));
    const { waits: waited } = await whileHeld(outside.id, async () => {
      expect(await processBatch(issuingContext(api), none)).toMatchObject({ kind: 'issued', failed: 1 });
      const waits = processBatch(issuingContext(api), some);
      await eventually(async () => (await countWaiting()) === 1);
      return { waits };
    });
    expect(await waited).toMatchObject({ kind: 'issued', issued: 1 });
  });
});
