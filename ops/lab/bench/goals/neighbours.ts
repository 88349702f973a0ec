import type { Sample } from '../measuring/interleave.ts';
import { countRows } from '../measuring/prove.ts';
import { runClients } from '../measuring/run-clients.ts';
import { compareMedians, describeSingle } from '../measuring/statistics.ts';
import { waitUntil } from '../measuring/wait-until.ts';
import type { Bench } from '../open-bench.ts';
import { buildBatch } from '../product/build-batch.ts';
import { sendCostlyRequests } from '../product/costly-requests.ts';
import type { CostlyRequest } from '../product/costly-requests-thread.ts';
import { openProduct, type Product } from '../product/open-product.ts';
import { sendRequest } from '../product/send-request.ts';
import { buildFigures } from '../report/build-figures.ts';
import type { Finding } from '../report/finding.ts';

const AT_ONCE = 16;
const MAX_TIMES = 5;
const INVOICES = 1000;
const EXTERNAL_ID = 'x';

type Client = Awaited<ReturnType<Product['openClient']>>;

/** Goal 16: an organization that sends many of the costliest requests of one kind at the same time slows another organization's reads only a little, and none of those reads fails. */
export async function measureNeighbours(bench: Bench): Promise<Finding[]> {
  await using product = await openProduct(bench, undefined, { FAILED_INVOICES_PER_HOUR: '1000000000' });
  const costly = await product.openClient();
  const neighbour = await product.openClient();
  const ownId = await neighbour.post(buildBatch(1, 'N'));
  const read = { url: `${product.apiUrl}/invoice_batches/${ownId}`, authorization: neighbour.authorization };
  const kinds = await prepare(bench, product, costly);
  const findings: Finding[][] = [];
  for (const [kind, requests] of kinds)
    findings.push(await measureKind(bench, product, costly, read, kind, requests));
  return findings.flat();
}

async function measureKind(
  bench: Bench,
  product: Product,
  costly: Client,
  read: { readonly url: string; readonly authorization: string },
  kind: string,
  requests: readonly CostlyRequest[],
): Promise<Finding[]> {
  const idle: Sample[] = [];
  const beside: Sample[] = [];
  let errors = 0;
  const readSome = async (into: Sample[], count: number) => {
    for (let index = 0; index < count; index += 1) {
      const started = performance.now();
      const { status } = await sendRequest('GET', read.url, { authorization: read.authorization });
      into.push({ ms: performance.now() - started, cpuMs: null });
      if (status !== 200) errors += 1;
    }
  };
  const answered: Record<string, number> = {};
  for (let round = 0; round < Math.ceil(bench.options.repeats / 2); round += 1) {
    await readSome([], 10);
    await readSome(idle, bench.pick(60, 5));
    const sending = sendCostlyRequests(product.apiUrl, costly, requests, AT_ONCE);
    await sending.waitForAnswers(2 * AT_ONCE);
    await readSome(beside, bench.pick(200, 5));
    for (const [status, count] of Object.entries(await sending.stop()))
      answered[status] = (answered[status] ?? 0) + count;
  }
  bench.say(`${kind}: answered ${JSON.stringify(answered)}`);
  if (!Object.keys(answered).some((status) => status.startsWith('2')))
    throw new Error(`${kind}: no request succeeded:${JSON.stringify(answered)}`);
  const what = `read of one batch while another organization sends ${AT_ONCE} requests of one kind at a time: ${kind}`;
  const proof = `${beside.length} reads; the costly requests were answered ${JSON.stringify(answered)}`;
  return [
    {
      goal: '16',
      what: `Time of a ${what}, over an idle system`,
      unit: '×',
      value: compareMedians(
        beside.map(({ ms }) => ms),
        idle.map(({ ms }) => ms),
      ),
      limit: { most: MAX_TIMES },
      figures: [
        ...buildFigures(
          new Map([
            ['Read, idle', idle],
            [`Read beside: ${kind}`, beside],
          ]),
        ).values(),
      ],
      proof,
    },
    {
      goal: '16',
      what: `Errors of a ${what}`,
      unit: 'errors',
      value: describeSingle(errors),
      limit: { most: 0 },
      figures: [],
      proof,
    },
  ];
}

/** Returns the costliest requests of each kind, and prepares the data that they use. */
async function prepare(
  bench: Bench,
  product: Product,
  client: Client,
): Promise<Map<string, readonly CostlyRequest[]>> {
  const worker = await product.startWorker('batches,pdfs');
  const rendered = bench.pick(INVOICES, 50);
  const batchId = await client.post(buildCollidingBatch(rendered));
  const blank = buildBlankBatch();
  await runClients(4, bench.pick(300, 4), async () => void (await client.post(blank)));
  const waitForNone = (rows: string) =>
    waitUntil(async () => (await countRows(product.pool, rows)) === 0, rows);
  await waitForNone('batches where processed_at is null');
  await waitForNone('batches where rendered_at is null');
  await worker[Symbol.asyncDispose]();
  await product.pool.query('vacuum (analyze)');
  const valid = buildBatch(INVOICES, 'V');
  const get = (path: string): CostlyRequest => ({ method: 'GET', path });
  const pdfs = Array.from({ length: rendered }, (_, place) =>
    get(`/batch_invoices/${batchId * 1000 + place}/pdf`),
  );
  return new Map([
    ['search', [get(`/batch_invoices?external_invoice_id=${EXTERNAL_ID}&per_page=100`)]],
    [
      'list of invoices, filtered',
      [get(`/invoice_batches/${batchId}/batch_invoices?processing_status=processed&per_page=100&page=10`)],
    ],
    ['summary', [get(`/invoice_batches/${batchId}/summary`)]],
    ['ZIP', [get(`/invoice_batches/${batchId}/pdfs`)]],
    [
      'ZIP with names that collide, abandoned',
      [{ ...get(`/invoice_batches/${batchId}/pdfs`), isAbandoned: true }],
    ],
    ['PDF', pdfs],
    ['dry run', [{ method: 'POST', path: '/invoice_batches/validate', body: valid }]],
    ['dry run, all wrong', [{ method: 'POST', path: '/invoice_batches/validate', body: blank }]],
    ['create', [{ method: 'POST', path: '/invoice_batches', body: valid }]],
    ['create, all wrong', [{ method: 'POST', path: '/invoice_batches', body: blank }]],
  ]);
}

/** Builds valid invoices whose numbers all map to the same file name. */
function buildCollidingBatch(count: number): Buffer {
  const digits = '!#$%&()*+,';
  const body = JSON.parse(buildBatch(count, 'C').toString()) as {
    invoice_batch: { invoices: { number_serie: string }[] };
  };
  body.invoice_batch.invoices.forEach((invoice, index) => {
    invoice.number_serie = String(index)
      .padStart(4, '0')
      .replaceAll(/\d/g, (digit) => digits[Number(digit)]!);
  });
  return Buffer.from(JSON.stringify(body));
}

/** Builds invalid invoices that contain only an external id, the same one in each. */
function buildBlankBatch(): Buffer {
  const invoices = Array.from({ length: INVOICES }, () => ({ external_invoice_id: EXTERNAL_ID }));
  return Buffer.from(JSON.stringify({ invoice_batch: { invoices } }));
}
