import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FaultRequest } from '../../packages/aeat-sandbox/src/faults/fault.ts';
import { listDueRemissions } from '#src/remit/due-remissions.ts';
import { listRemissions } from '../../src/operate/chains/remissions.ts';
import { verifyChains } from '../support/chains.ts';
import { issueBatch } from '../support/engine.ts';
import { LONG } from '../support/long.ts';
import { openTestRemission, type TestRemission } from '../support/remission.ts';

/*
 * Submits many invoices of five issuers with several workers, some of which die, over an exchange
 * that fails at random in every way that the stand-in supports. `npm run test:long` sends a
 * thousand, `PROOF_INVOICES=10000` ten thousand; `PROOF_SEED` repeats a run. The clock jumps from
 * one wait to the next.
 */
const INVOICES = Number(process.env['PROOF_INVOICES'] ?? (LONG ? 1000 : 400));
const SEED = Number(process.env['PROOF_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
const ISSUERS = ['B12345674', 'A12345674', '12345678Z', 'X1234567L', 'G12345674'];
const BATCH = 50;
const WORKERS = 4;
/**
 * More than a busy machine needs for an answer. The wait in an answer that comes later would be
 * unknown to the worker.
 */
const TIMEOUT_MS = 2000;
const MINUTES = 60_000;

const FAULTS: readonly FaultRequest[] = [
  { kind: 'timeout', when: 'before' },
  { kind: 'timeout', when: 'after' },
  { kind: 'reset', when: 'before' },
  { kind: 'reset', when: 'after' },
  { kind: 'http-status', status: 502, when: 'after' },
  { kind: 'html' },
  { kind: 'redirect' },
  { kind: 'soap-fault', code: 20_009, when: 'after' },
  { kind: 'truncated', abrupt: true },
  { kind: 'ill-formed' },
  { kind: 'wrong-namespace' },
  { kind: 'partial', records: 7 },
  { kind: 'record-error', code: 1241, records: 3 },
  { kind: 'empty-wait' },
  { kind: 'raised-wait', seconds: 300 },
  { kind: 'slow', milliseconds: 50 },
  { kind: 'http-status', status: 503, operation: 'consulta' },
];

describe(`${INVOICES} invoices submitted over an exchange that fails at random (seed ${SEED})`, () => {
  let test: TestRemission;
  beforeAll(async () => {
    test = await openTestRemission();
  });
  afterAll(() => test[Symbol.asyncDispose]());

  const random = seedRandom(SEED);
  const now = () => test.api.clock.now;

  /** The envelopes whose workers died. */
  const died = new Set<number>();

  async function issueSome(issued: number): Promise<number> {
    const count = Math.min(BATCH, INVOICES - issued);
    if (count > 0) {
      await issueBatch(test.api, test.organization, count, `P${issued}`, (index) => ({
        issuer_nif: ISSUERS[index % ISSUERS.length]!,
      }));
    }
    return issued + count;
  }

  /** All workers process every due chain; some of them die. */
  async function sendAll(chainIds: readonly number[]): Promise<void> {
    const dying = random() < 0.05 ? chainIds.slice(0, 1) : [];
    for (const chainId of dying) died.add(await test.remitAndDie(chainId, TIMEOUT_MS));
    await Promise.all(
      chainIds.flatMap((chainId) => Array.from({ length: WORKERS }, () => test.remit(chainId, TIMEOUT_MS))),
    );
  }

  /** Advances the clock to the moment when the next chain may send or a lease ends. */
  async function jump(): Promise<void> {
    const [next] = await test.read<{ at: number }>(
      `select min(greatest(extract(epoch from m.next_allowed_at), extract(epoch from m.sending_until)) * 1000)::float8 as at
       from remissions m join chains c on c.id = m.chain_id where c.sequence > m.remitted_sequence`,
    );
    test.pass(Math.max((next!.at - now().getTime()) / 1000, 0.001));
  }

  it(
    'reach AEAT exactly once each, in order and linked by hash, and every wait is kept',
    async () => {
      test.sandbox.control.addFaults(
        ...FAULTS.map((fault, index) => ({ ...fault, probability: 0.04, seed: SEED + index })),
      );
      let issued = 0;
      let rounds = 0;
      const started = { real: performance.now(), simulated: now().getTime() };
      for (;;) {
        issued = await issueSome(issued);
        const due = await listDueRemissions(test.pool, now(), 100);
        if (due.length > 0) await sendAll(due.map(({ chainId }) => chainId));
        else if (issued < INVOICES) test.pass(20);
        else {
          const chains = await listRemissions(test.pool, null);
          if (chains.every(({ pending }) => pending === 0)) break;
          if (chains.some(({ haltedReason }) => haltedReason !== null)) throw new Error('a chain was halted');
          await jump();
        }
        rounds += 1;
        if (rounds > 20_000) throw new Error('the submission does not end');
      }

      const gaps = test.sandbox.control.gaps();
      expect(gaps).toMatchObject({ overlappingEnvelopes: [], tooLargeEnvelopes: [] });
      expect(gaps.chains.flatMap((chain) => chain.gaps)).toEqual([]);
      expect(findEarlyEnvelopes()).toEqual([]);
      const lengths = [...(await verifyChains(test.pool)).values()];
      expect(lengths.reduce((sum, length) => sum + length, 0)).toBe(INVOICES);
      expect(gaps.chains.map(({ stored }) => stored).toSorted((a, b) => a - b)).toEqual(
        lengths.toSorted((a, b) => a - b),
      );
      await expectSameOrder();
      expect(await test.read('select state, count(*)::int from record_answers group by state')).toEqual([
        { state: 'accepted', count: INVOICES },
      ]);
      tell(started);
    },
    20 * MINUTES,
  );

  /**
   * A wait begins with its answer. If the worker died before it stored the answer, no worker knows
   * the wait.
   */
  function findEarlyEnvelopes() {
    const log = test.sandbox.control.log();
    return test.sandbox.control.gaps().earlyEnvelopes.filter(({ sequence }) => {
      const { chains } = log.find((entry) => entry.sequence === sequence)!;
      const told = log.filter(
        (entry) =>
          entry.sequence < sequence &&
          entry.chains.some((chain) => chains.includes(chain)) &&
          entry.answer?.delivered === true &&
          entry.answer.waitSeconds !== null,
      );
      return !died.has(told.at(-1)!.sequence);
    });
  }

  /** Checks that the records of each issuer reached the stand-in in the order of their chain. */
  async function expectSameOrder(): Promise<void> {
    const rows = await test.read<{ issuer_nif: string; hash: string }>(
      `select c.issuer_nif, r.hash from registration_records r join chains c on c.id = r.chain_id order by r.chain_id, r.sequence`,
    );
    const ours = Map.groupBy(rows, ({ issuer_nif: nif }) => nif);
    const theirs = Map.groupBy(test.sandbox.control.records(), ({ record }) => record.id.nif);
    for (const [nif, records] of ours) {
      expect(theirs.get(nif)!.map(({ record }) => record.huella)).toEqual(records.map(({ hash }) => hash));
    }
  }

  function tell(started: { real: number; simulated: number }): void {
    const log = test.sandbox.control.log();
    const sent = log.filter(({ operation }) => operation === 'RegFactuSistemaFacturacion');
    const met = log.filter(({ injected }) => injected !== null).length;
    const repeats = test.sandbox.control.gaps().chains.reduce((sum, chain) => sum + chain.repeats, 0);
    console.log(
      `proof: ${INVOICES} invoices, ${ISSUERS.length} issuers, seed ${SEED}: ${sent.length} envelopes, ${log.length - sent.length} queries, ` +
        `${met} faults met, ${repeats} records sent again, ${Math.round((now().getTime() - started.simulated) / 1000)} s of AEAT's time ` +
        `in ${Math.round((performance.now() - started.real) / 1000)} s`,
    );
  }
});

/** The generator mulberry32. */
function seedRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
