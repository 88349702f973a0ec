import { compareTurns, interleave, type Contender } from '../measuring/interleave.ts';
import { expectEqual, proveAccepted } from '../measuring/prove.ts';
import { timeRequests } from '../measuring/take-time.ts';
import type { Bench } from '../open-bench.ts';
import type { ApiClient } from '../product/api-client.ts';
import { buildBatch } from '../product/build-batch.ts';
import { type Filled, fillTables, sizeOfBatch } from '../product/fill-tables.ts';
import { openProduct, type Product } from '../product/open-product.ts';
import { buildFigures } from '../report/build-figures.ts';
import type { Finding } from '../report/finding.ts';

const SMALL = 'small tables';
const LARGE = 'large tables';
const PER_PAGE = 100;
const ACCEPTED = 100;

type Sized = { readonly product: Product; readonly client: ApiClient; readonly filled: Filled };
type List = {
  readonly data: readonly { readonly id: number }[];
  readonly meta: { readonly total_count: number };
};

/** Goal 8: nothing becomes slower as the tables grow. */
export async function measureTableSizes(bench: Bench): Promise<Finding[]> {
  await using resources = new AsyncDisposableStack();
  const open = async (batches: number): Promise<Sized> => {
    const product = resources.use(await openProduct(bench));
    const client = await product.openClient();
    bench.say(`filling ${batches.toLocaleString('en')} batches`);
    return { product, client, filled: await fillTables(product.databaseUrl, client.organizationId, batches) };
  };
  const small = await open(bench.pick(1000, 100));
  const large = await open(bench.pick(100_000, 2000));
  const { repeats } = bench.options;
  const findings: Finding[] = [];
  const compare = async (what: string, build: (sized: Sized) => Contender['takeTurn']) => {
    const contenders = [
      { name: SMALL, takeTurn: build(small) },
      { name: LARGE, takeTurn: build(large) },
    ];
    const turns = await interleave(contenders, { rounds: repeats, warmUps: bench.pick(2, 1) });
    findings.push({
      goal: '8',
      what: `${what}: ${large.filled.batches} batches over ${small.filled.batches}`,
      unit: '×',
      value: compareTurns(turns, LARGE, SMALL),
      limit: { most: 1.5 },
      figures: [...buildFigures(turns).values()],
      proof: `every answer compared with what the tables were filled with: ${large.filled.invoices} invoices`,
    });
  };
  const reads = bench.pick(60, 5);
  for (const [what, read] of Object.entries(READS)) {
    await compare(`GET ${what}`, (sized) => {
      let turn = 0;
      return () => timeRequests(reads, sized.product.listProcesses(), () => read(sized, spread((turn += 1))));
    });
  }
  const body = buildBatch(ACCEPTED, 'T');
  const posts = bench.pick(15, 2);
  const accepted = new Map<Sized, number[]>([
    [small, []],
    [large, []],
  ]);
  await compare(
    `POST a batch of ${ACCEPTED}`,
    (sized) => () =>
      timeRequests(posts, sized.product.listProcesses(), async () => {
        accepted.get(sized)!.push(await sized.client.post(body));
      }),
  );
  for (const [{ product }, ids] of accepted) await proveAccepted(product.pool, ids, ACCEPTED, body);
  return findings;
}

/** Each looks somewhere else every time, and compares what it gets. */
const READS: Readonly<Record<string, (sized: Sized, share: number) => Promise<void>>> = {
  'the first page of batches': ({ client, filled }) => readBatches(client, filled, 1),
  'the middle page of batches': ({ client, filled }) =>
    readBatches(client, filled, Math.ceil(filled.batches / PER_PAGE / 2)),
  'the last page of batches': ({ client, filled }) =>
    readBatches(client, filled, Math.ceil(filled.batches / PER_PAGE)),
  "the first page of a batch's invoices": (sized, share) => readInvoices(sized, share, 1),
  "the middle page of a batch's invoices": (sized, share) => readInvoices(sized, share, 5),
  "the last page of a batch's invoices": (sized, share) => readInvoices(sized, share, 10),
  'one batch': async ({ client, filled }, share) => {
    const id = Math.ceil(share * filled.batches);
    const { data } = await client.get<{ data: { invoices_count: number } }>(`/invoice_batches/${id}`);
    expectEqual(`Invoices of batch ${id}`, data.invoices_count, sizeOfBatch(id));
  },
  'one invoice': async ({ client, filled }, share) => {
    const id = Math.ceil(share * filled.batches) * 1000;
    const { data } = await client.get<{ data: Record<string, unknown> }>(`/batch_invoices/${id}`);
    expectEqual(`Invoice ${id}`, String(data['invoice_number']), `R${id / 1000}-0`);
    expectEqual(`State of invoice ${id}`, String(data['verifactu_state']), 'accepted');
  },
};

async function readBatches(client: ApiClient, filled: Filled, page: number): Promise<void> {
  const { data, meta } = await client.get<List>(`/invoice_batches?per_page=${PER_PAGE}&page=${page}`);
  expectEqual('Total of batches', meta.total_count, filled.batches);
  expectEqual(`First batch of page ${page}`, data[0]!.id, filled.batches - (page - 1) * PER_PAGE);
  expectEqual(`Batches on page ${page}`, data.length, PER_PAGE);
}

async function readInvoices({ client, filled }: Sized, share: number, page: number): Promise<void> {
  const id = filled.largeBatchIds[Math.floor(share * filled.largeBatchIds.length)]!;
  const { data, meta } = await client.get<List>(
    `/invoice_batches/${id}/batch_invoices?per_page=${PER_PAGE}&page=${page}`,
  );
  expectEqual(`Total of batch ${id}`, meta.total_count, 1000);
  expectEqual(`First invoice of page ${page}`, data[0]!.id, id * 1000 + (page - 1) * PER_PAGE);
  expectEqual(`Invoices on page ${page}`, data.length, PER_PAGE);
}

/** Places from 0 to 1 that are spread evenly, whatever their number: multiples of the golden ratio. */
function spread(turn: number): number {
  return (turn * 0.618_033_988_75) % 1;
}
