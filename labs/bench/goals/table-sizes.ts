import { fillRollups } from '../../../src/issue/rollups/status-rollups.ts';
import { compareSamples, interleave, type Contender } from '../measuring/interleave.ts';
import { proveAccepted } from '../measuring/prove.ts';
import { timeRequests } from '../measuring/take-time.ts';
import type { Bench } from '../open-bench.ts';
import { buildBatch } from '../product/build-batch.ts';
import { fillTables } from '../product/fill-tables.ts';
import { BATCH_FILTERS, INVOICE_FILTERS, readFiltered, SEARCHES } from '../product/filtered-reads.ts';
import { openProduct, type Product } from '../product/open-product.ts';
import { type FilledClient, READS } from '../product/table-reads.ts';
import { buildFigures } from '../report/build-figures.ts';
import type { Finding } from '../report/finding.ts';

const SMALL = 'small tables';
const LARGE = 'large tables';
const MANY = 'as many batches as invoices';
const ACCEPTED = 100;

type Sized = FilledClient & { readonly product: Product };

/** Goal 8: requests do not become slower as the tables grow. */
export async function measureTableSizes(bench: Bench): Promise<Finding[]> {
  await using resources = new AsyncDisposableStack();
  const open = async (batches: number, areSingle = false): Promise<Sized> => {
    const product = resources.use(await openProduct(bench));
    const client = await product.openClient();
    bench.say(`filling ${batches.toLocaleString('en')} batches`);
    const filled = await fillTables(product.databaseUrl, client.organizationId, batches, areSingle);
    await fillAllRollups(product);
    return { product, client, filled };
  };
  const small = await open(bench.pick(1000, 100));
  const large = await open(bench.pick(100_000, 2000));
  const many = await open(bench.pick(1_000_000, 3000), true);
  const both = new Map([
    [LARGE, large],
    [MANY, many],
  ]);
  const { repeats } = bench.options;
  const findings: Finding[] = [];
  const compare = async (
    what: string,
    build: (sized: Sized) => Contender['measure'],
    larger: ReadonlyMap<string, Sized> = new Map([[LARGE, large]]),
  ) => {
    const contenders = [...new Map([[SMALL, small], ...larger])].map(([name, sized]) => ({
      name,
      measure: build(sized),
    }));
    const samples = await interleave(contenders, { rounds: repeats, warmUps: bench.pick(2, 1) });
    const figures = buildFigures(samples);
    for (const [name, { filled }] of larger)
      findings.push({
        goal: '8',
        what: `${what}: ${filled.batches} batches over ${small.filled.batches}`,
        unit: '×',
        value: compareSamples(samples, name, SMALL),
        limit: { most: 1.5 },
        figures: [figures.get(SMALL)!, figures.get(name)!],
        proof: `every answer compared with what the tables were filled with: ${filled.invoices} invoices`,
      });
  };
  const look =
    (reads: number, read: (sized: Sized, share: number) => Promise<void>) =>
    (sized: Sized): Contender['measure'] => {
      let count = 0;
      return () =>
        timeRequests(reads, sized.product.listProcesses(), () => read(sized, spread((count += 1))));
    };
  for (const [what, read] of Object.entries(READS))
    await compare(`GET ${what}`, look(bench.pick(60, 5), read));

  const body = buildBatch(ACCEPTED, 'T');
  const posts = bench.pick(15, 2);
  const accepted = new Map<Sized, number[]>([
    [small, []],
    [large, []],
    [many, []],
  ]);
  await compare(
    `POST a batch of ${ACCEPTED}`,
    (sized) => () =>
      timeRequests(posts, sized.product.listProcesses(), async () => {
        accepted.get(sized)!.push(await sized.client.post(body));
      }),
    both,
  );
  for (const [{ product }, ids] of accepted) await proveAccepted(product.pool, ids, ACCEPTED, body);

  const reads = bench.pick(30, 3);
  for (const [what, filter] of Object.entries(BATCH_FILTERS))
    await compare(`GET ${what}`, (sized) => look(reads, readFiltered(sized.filled, filter))(sized), both);
  for (const [what, read] of Object.entries(SEARCHES)) await compare(`GET ${what}`, look(reads, read), both);
  for (const [what, read] of Object.entries(INVOICE_FILTERS)) await compare(`GET ${what}`, look(reads, read));
  await compare(
    `POST a batch of ${ACCEPTED} to be validated`,
    look(posts, async ({ client }) => {
      const { findings: found } = await client.validate<{ findings: readonly unknown[] }>(body);
      // The invoices were not issued, because no worker runs; so their numbers are still free.
      if (found.length > 0) throw new Error(`The dry run found ${JSON.stringify(found[0])}`);
    }),
  );
  return findings;
}

/** Rolls up the counts of all batches at once, as the reconciler does over time. */
async function fillAllRollups({ pool }: Product): Promise<void> {
  let place = { organizationId: 0, rollup: 0 };
  do place = await fillRollups(pool, place, { known: 2000, counted: 50 });
  while (place.organizationId !== 0);
}

/**
 * Returns evenly spread values from 0 to 1, for any number of them: multiples of the golden ratio.
 */
function spread(index: number): number {
  return (index * 0.618_033_988_75) % 1;
}
