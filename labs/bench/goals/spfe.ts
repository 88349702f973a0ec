import { decideSpfe } from '../../../src/organizations/spfe/decide-spfe.ts';
import { compareSamples, interleave } from '../measuring/interleave.ts';
import { countRows, expectEqual } from '../measuring/prove.ts';
import { takeTime } from '../measuring/take-time.ts';
import { waitUntil } from '../measuring/wait-until.ts';
import type { Bench } from '../open-bench.ts';
import { buildBatch } from '../product/build-batch.ts';
import { giveAddress } from '../product/give-address.ts';
import { openProduct } from '../product/open-product.ts';
import { buildFigures } from '../report/build-figures.ts';
import type { Finding } from '../report/finding.ts';

const OFF = 'a batch of an issuer without a decision';
const PREPARE = 'a batch of an issuer that prepares';
const SEND = 'a batch of an issuer that sends';

const NIFS = { [OFF]: 'B12345674', [PREPARE]: 'B76543214', [SEND]: 'A12345674' } as const;
/** The batches of a sample. */
const BATCHES = 5;

/**
 * The goal `spfe`: the processor time to issue a batch of an issuer that prepares its invoices for
 * AEAT's public solution, and of one that sends them, compared with one without a decision.
 */
export async function measureSpfe(bench: Bench): Promise<Finding[]> {
  await using resources = new AsyncDisposableStack();
  const product = resources.use(await openProduct(bench));
  const client = await product.openClient();
  const { pool } = product;
  for (const [name, mode] of [
    [PREPARE, 'prepare'],
    [SEND, 'send'],
  ] as const) {
    const issuerNif = NIFS[name];
    const wanted = {
      issuerNif,
      validFrom: '2026-01-01',
      mode,
      channel: 'interconnect',
      basis: 'turnover',
    } as const;
    const order = { operator: 'bench', reason: null };
    const decided = await decideSpfe(pool, wanted, order, new Date(), false);
    expectEqual('The decision about the SPFE', decided.kind, 'decided');
  }
  await giveAddress(pool, Object.values(NIFS));
  await pool.query('update organizations set persons_are_businesses = true');
  const issuer = await product.startWorker('batches');
  const most = bench.pick(1000, 100);
  let batches = 0;
  const issue = async (name: keyof typeof NIFS) => {
    batches += 1;
    await client.post(buildBatch(most, `${NIFS[name].at(-1)!}S${batches}`, NIFS[name]));
    await waitUntil(
      async () => (await countRows(pool, 'batches where processed_at is null')) === 0,
      'a batch to be issued',
      { pauseMs: 5 },
    );
  };
  const issuing = await interleave(
    [OFF, PREPARE, SEND].map((name) => ({
      name,
      // The system reports processor time in steps of 10 ms, so a sample has several batches.
      measure: () =>
        takeTime(BATCHES, [issuer.pid], async () => {
          for (let rest = BATCHES; rest > 0; rest -= 1) await issue(name as keyof typeof NIFS);
        }),
    })),
    { rounds: bench.options.repeats, warmUps: bench.pick(2, 1) },
  );
  const issued = await countRows(pool, 'issued_invoices');
  expectEqual('The issued invoices', issued, batches * most);
  const deliveries = await countRows(pool, 'spfe_deliveries');
  expectEqual('The deliveries', deliveries, (batches / 3) * 2 * most);
  const proof = `${issued} invoices issued, ${deliveries} of them with a delivery`;
  const figures = [...buildFigures(issuing).values()];
  const over = (name: string, what: string, limit: number): Finding => ({
    goal: 'spfe',
    what: `Processor time of issuing: a batch of ${most} of an issuer that ${what}, over one without a decision`,
    unit: '×',
    value: compareSamples(issuing, name, OFF, 'cpuMs'),
    limit: { most: limit },
    figures,
    proof,
  });
  return [over(PREPARE, 'prepares', 1.1), over(SEND, 'sends', 1.1)];
}
