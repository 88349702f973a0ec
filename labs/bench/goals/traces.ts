import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { compareSamples, interleave, type Sample } from '../measuring/interleave.ts';
import { describeSpread } from '../measuring/statistics.ts';
import { takeTime, timeRequests } from '../measuring/take-time.ts';
import { waitUntil } from '../measuring/wait-until.ts';
import type { Bench } from '../open-bench.ts';
import { buildBatch } from '../product/build-batch.ts';
import { issueOne } from '../product/issue-one.ts';
import { openProduct, type Product } from '../product/open-product.ts';
import { buildFigures } from '../report/build-figures.ts';
import type { Finding } from '../report/finding.ts';

const TRACED = 'traced';
const PLAIN = 'not traced';
const POSTS = [
  { invoices: 1, posts: 100 },
  { invoices: 1000, posts: 5 },
] as const;
const ISSUED = 100;

/** Goal 14: the cost of traces where they are enabled. */
export async function measureTraces(bench: Bench): Promise<Finding[]> {
  await using resources = new AsyncDisposableStack();
  const collector = resources.use(await openCollector());
  const products = new Map<string, Product>();
  for (const [name, more] of [
    [PLAIN, {}],
    [TRACED, { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }],
  ] as const)
    products.set(name, resources.use(await openProduct(bench, undefined, more)));
  const contend = async (
    how: (product: Product, client: Awaited<ReturnType<Product['openClient']>>) => Promise<Sample>,
  ) =>
    interleave(
      await Promise.all(
        [...products].map(async ([name, product]) => {
          const client = await product.openClient();
          return { name, measure: () => how(product, client) };
        }),
      ),
      { rounds: bench.options.repeats, warmUps: bench.pick(4, 1) },
    );
  const findings: Finding[] = [];
  const describe = (what: string, samples: Awaited<ReturnType<typeof contend>>) =>
    findings.push({
      goal: '14',
      what: `${what}, ${TRACED} over ${PLAIN}`,
      unit: '×',
      value: compareSamples(samples, TRACED, PLAIN),
      limit: { most: 1.1 },
      figures: [...buildFigures(samples).values()],
      proof: `${collector.taken()} bytes of spans that the collector received`,
    });

  for (const { invoices, posts } of POSTS) {
    const body = buildBatch(invoices, `T${invoices}`);
    const samples = await contend((product, client) =>
      timeRequests(bench.pick(posts, 3), product.listProcesses(), async () => {
        await client.post(body);
      }),
    );
    describe(`POST to 201, batch of ${invoices}`, samples);
  }
  for (const product of products.values()) resources.use(await product.startWorker('batches'));
  await Promise.all([...products.values()].map(waitForRest));
  let series = 0;
  const samples = await contend(async (product, client) => {
    const times: number[] = [];
    const { cpuMs } = await takeTime(5, product.listProcesses(), async () => {
      for (let index = 0; index < 5; index += 1)
        times.push((await issueOne(product, client, buildBatch(ISSUED, `I${(series += 1)}`))).issued);
    });
    return { ms: describeSpread(times).median, cpuMs };
  });
  describe(`POST to all issued, batch of ${ISSUED}`, samples);
  await waitUntil(async () => collector.taken() > 0, 'spans to arrive');
  return findings;
}

async function waitForRest({ pool }: Product): Promise<void> {
  await waitUntil(
    async () => (await pool.query('select from batches where processed_at is null limit 1')).rowCount === 0,
    'the posted batches to be issued',
    { limitMs: 300_000, pauseMs: 100 },
  );
}

/** A collector that accepts all spans and stores none. */
async function openCollector() {
  let taken = 0;
  const server = createServer((request, response) => {
    request.on('data', (data: Buffer) => (taken += data.length));
    request.on('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    taken: () => taken,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
