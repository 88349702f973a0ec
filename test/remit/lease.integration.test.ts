import type { Pool } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { describeChain } from '#src/operate/chains/describe-chain.ts';
import { openOrm } from '#src/platform/postgres/open-database.ts';
import { listRemissions } from '#src/operate/chains/remissions.ts';
import { correctInvoice } from '#src/operate/correct-invoice.ts';
import { remitRecords } from '#src/remit/remit-records.ts';
import { issueBatch } from '../support/engine.ts';
import { openTestRemission, type TestRemission } from '../support/remission.ts';

const MINUTES = 60;

/**
 * Where a process is suspended: at the prepared statement of that name, or where MikroORM takes a
 * connection, which it does only for certificates.
 */
type Place = 'certificates' | 'listConsulted';

/** Returns a pool that suspends its process once, while `meanwhile` runs. */
function standStillIn(pool: Pool, place: Place, meanwhile: () => Promise<unknown>): Pool {
  let isOver = false;
  const standStill = async () => {
    if (isOver) return;
    isOver = true;
    await meanwhile();
  };
  return new Proxy(pool, {
    get(target, member) {
      const value: unknown = Reflect.get(target, member, target);
      if (member === 'connect' && place === 'certificates')
        return () => standStill().then(() => target.connect());
      if (member !== 'query' || place === 'certificates')
        return typeof value === 'function' ? value.bind(target) : value;
      return async (query: { name?: string }) => {
        if (query.name === place) await standStill();
        return pool.query(query as never);
      };
    },
  });
}

describe('a worker that was suspended for longer than its lease', () => {
  let test: TestRemission;
  beforeEach(async () => {
    test = await openTestRemission({ settings: { waitSeconds: 0 } });
  });
  afterEach(() => test[Symbol.asyncDispose]());

  const envelopes = () =>
    test.sandbox.control.log().filter(({ operation }) => operation === 'RegFactuSistemaFacturacion');
  const remitStandingStill = (chainId: number, place: Place, meanwhile: () => Promise<unknown>) => {
    const context = test.context();
    const pool = standStillIn(context.pool, place, meanwhile);
    const changed = place === 'certificates' ? { orm: openOrm(pool) } : { pool };
    return remitRecords({ ...context, ...changed }, chainId);
  };
  const outcomes = async () =>
    (await test.metrics.submissions.get()).values.flatMap(({ labels, value }) =>
      value > 0 ? [[labels.outcome, value]] : [],
    );

  it('sends nothing if another worker has sent the records meanwhile', async () => {
    await issueBatch(test.api, test.organization, 3, 'A');
    const chainId = await test.chainOf();
    const late = await remitStandingStill(chainId, 'certificates', async () => {
      test.pass(2 * MINUTES);
      expect(await test.remit(chainId)).toMatchObject({ kind: 'sent', answered: 3 });
    });
    expect(late).toMatchObject({ kind: 'sent', answered: 0 });
    expect(envelopes()).toHaveLength(1);
    expect(await outcomes()).toEqual([
      ['answered', 1],
      ['late', 1],
    ]);
    expect(test.sandbox.control.gaps()).toMatchObject({ ok: true });
    // The late writes of the suspended worker change nothing.
    expect(await test.remit(chainId)).toEqual({ kind: 'nothing' });
  });

  it('is reported by npm run engine -- chains until its lease expires', async () => {
    await issueBatch(test.api, test.organization, 1, 'S');
    const chainId = await test.chainOf();
    // AEAT asks for no wait: only the lease delays the next message.
    await test.remit(chainId);
    await issueBatch(test.api, test.organization, 3, 'T');
    await test.remitAndDie(chainId, 30_000);
    const describeNow = async () => {
      const [chain] = await listRemissions(test.pool, test.organization.id);
      return describeChain(chain!, test.api.clock.now.getTime(), null).join('\n');
    };
    const end = new Date(test.api.clock.now.getTime() + 45_000).toISOString();
    const text = await describeNow();
    expect(text).toContain(`3 pending, next message ${end}`);
    expect(text).toContain(`no other worker sends before ${end}`);
    test.pass(46);
    expect(await describeNow()).not.toContain('UNDER WAY');
    expect(await test.remit(chainId)).toMatchObject({ kind: 'sent', answered: 3 });
  });

  it('sends nothing until its next attempt, even if no other worker has sent the records', async () => {
    await issueBatch(test.api, test.organization, 3, 'B');
    const chainId = await test.chainOf();
    await remitStandingStill(chainId, 'certificates', async () => test.pass(2 * MINUTES));
    expect(envelopes()).toHaveLength(0);
    test.pass(2 * MINUTES);
    expect(await test.remit(chainId)).toMatchObject({ kind: 'sent', answered: 3 });
    expect(envelopes()).toHaveLength(1);
  });

  it.each(['certificates', 'listConsulted'] as const)(
    'does not send a correction again that another worker has sent meanwhile (suspended in %s)',
    async (place) => {
      const batchId = await issueBatch(test.api, test.organization, 1, 'C');
      const chainId = await test.chainOf();
      await test.remit(chainId);
      test.pass(2 * MINUTES);
      const order = { action: 'annul', reason: 'x', operator: 'ana' } as const;
      await correctInvoice(test.correcting(), { ...order, invoiceId: batchId * 1000 });
      // The correction did not arrive, but the engine cannot know that.
      test.sandbox.control.addFaults({ kind: 'timeout', when: 'before', count: 1 });
      await test.remit(chainId, 300);
      test.pass(10 * MINUTES);
      const before = envelopes().length;
      await remitStandingStill(chainId, place, async () => {
        test.pass(10 * MINUTES);
        expect(await test.remit(chainId)).toMatchObject({ kind: 'sent', answered: 1 });
      });
      expect(envelopes()).toHaveLength(before + 1);
      const stored = test.sandbox.control.records();
      expect(stored).toHaveLength(2);
    },
  );
});
