import { addIssuerProfile } from '../../../../src/api/access/organizations.ts';
import { API_VERSIONS } from '../../../../src/contracts/codes.ts';
import type { IssuerProfile } from '../../../../src/contracts/invoice-document.ts';
import type { Sample } from '../measuring/interleave.ts';
import { countRows } from '../measuring/prove.ts';
import { runClients } from '../measuring/run-clients.ts';
import { compareMedians, describeSingle } from '../measuring/statistics.ts';
import { waitUntil } from '../measuring/wait-until.ts';
import type { Bench } from '../open-bench.ts';
import { buildBatch, lengthen } from '../product/build-batch.ts';
import { sendCostlyRequests } from '../product/costly-requests.ts';
import { openProduct, type Product } from '../product/open-product.ts';
import type { LoadedData, RouteLoad } from '../product/route-loads.ts';
import { listOperations, loadsOf } from '../product/route-operations.ts';
import { sendRequest } from '../product/send-request.ts';
import { buildFigures } from '../report/build-figures.ts';
import type { Finding } from '../report/finding.ts';

const AT_ONCE = 16;
const MAX_TIMES = 5;
const INVOICES = 1000;
const LONG_INVOICES = 100;
const LONG_LINES = 1000;
const EXTERNAL_ID = 'x';
/** A load whose requests take longer than this to be answered is measured while they wait. */
const PATIENCE_MS = { whole: 5000, quick: 500 };
const ISSUER_NIF = 'B12345674';

const ISSUER: IssuerProfile = {
  name: null,
  address: 'Calle Mayor 1',
  postalCode: '28013',
  city: 'Madrid',
  province: null,
  countryCode: 'ES',
  email: 'facturas@ejemplo.es',
  phone: null,
  website: null,
  registryNote: null,
  accent: null,
  language: null,
  logo: null,
};

type Client = Awaited<ReturnType<Product['openClient']>>;
type Read = { readonly url: string; readonly authorization: string };

/**
 * Goal 16: an organization that sends many of the costliest requests of one kind at the same time slows another organization's reads only a little, and none of those
 * reads fails. The routes are those of the ingress's own OpenAPI documents, so that none can be forgotten.
 */
export async function measureNeighbours(bench: Bench): Promise<Finding[]> {
  await using product = await openProduct(bench, undefined, { FAILED_INVOICES_PER_HOUR: '1000000000' });
  const costly = await product.openClient();
  const neighbour = await product.openClient();
  const ownId = await neighbour.post(buildBatch(1, 'N'));
  const read = { url: `${product.apiUrl}/invoice_batches/${ownId}`, authorization: neighbour.authorization };
  const data = await prepare(bench, product, costly);
  const findings: Finding[][] = [];
  for (const version of API_VERSIONS) {
    const { body } = await sendRequest('GET', `${product.rootUrl}/v${version}/openapi.json`, {});
    const document = JSON.parse(body.toString()) as Parameters<typeof listOperations>[1];
    for (const operation of listOperations(version, document))
      for (const load of loadsOf(operation, data)) {
        const name = [`${operation.method} ${operation.path}`, load.kind].filter(Boolean).join(': ');
        findings.push(await measureLoad(bench, product, costly, read, name, load));
      }
  }
  return findings.flat();
}

async function measureLoad(
  bench: Bench,
  product: Product,
  costly: Client,
  read: Read,
  name: string,
  { requests, isRefused = false }: RouteLoad,
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
    const sending = sendCostlyRequests(product.rootUrl, costly, requests, AT_ONCE);
    await sending.waitForAnswers(2 * AT_ONCE, bench.pick(PATIENCE_MS.whole, PATIENCE_MS.quick));
    await readSome(beside, bench.pick(200, 5));
    for (const [status, count] of Object.entries(await sending.stop()))
      answered[status] = (answered[status] ?? 0) + count;
  }
  bench.say(`${name}: answered ${JSON.stringify(answered)}`);
  const statuses = Object.keys(answered);
  // A quick run does not wait for every load to be answered.
  if (!isRefused && !bench.options.isQuick && !statuses.some((status) => status.startsWith('2')))
    throw new Error(`${name}: no request succeeded: ${JSON.stringify(answered)}`);
  const what = `read of one batch while another organization sends ${AT_ONCE} requests of one kind at a time: ${name}`;
  const proof = `${beside.length} reads; the costly requests were answered ${JSON.stringify(answered)}`;
  const count = (counted: string, value: number): Finding => ({
    goal: '16',
    what: counted,
    unit: 'errors',
    value: describeSingle(value),
    limit: { most: 0 },
    figures: [],
    proof,
  });
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
            [`Read beside: ${name}`, beside],
          ]),
        ).values(),
      ],
      proof,
    },
    count(`Errors of a ${what}`, errors),
    count(`Connections that broke without an answer: ${name}`, answered['0'] ?? 0),
  ];
}

/** Prepares the data that the costly requests use. */
async function prepare(bench: Bench, product: Product, client: Client): Promise<LoadedData> {
  const worker = await product.startWorker('batches,pdfs');
  const { orm } = product;
  await addIssuerProfile(orm, client.organizationId, ISSUER_NIF, ISSUER, { operator: 'bench', reason: null });
  const invoices = bench.pick(INVOICES, 50);
  const longInvoices = bench.pick(LONG_INVOICES, 2);
  const batchId = await client.post(buildCollidingBatch(invoices));
  const blank = buildBlankBatch();
  await runClients(4, bench.pick(300, 4), async () => void (await client.post(blank)));
  const waitForNone = (rows: string) =>
    waitUntil(async () => (await countRows(product.pool, rows)) === 0, rows);
  await waitForNone('batches where processed_at is null');
  await waitForNone('batches where rendered_at is null');
  await worker[Symbol.asyncDispose]();
  // Their pages are not rendered, which would take long.
  const issuing = await product.startWorker('batches');
  const long = lengthen(buildBatch(longInvoices, 'L'), LONG_LINES);
  const longBatchId = await client.post(long);
  await waitForNone('batches where processed_at is null');
  await issuing[Symbol.asyncDispose]();
  await product.pool.query('vacuum (analyze)');
  return {
    batchId,
    invoices,
    longBatchId,
    longInvoices,
    bodies: {
      single: buildBatch(1, 'V'),
      valid: buildBatch(INVOICES, 'V'),
      blank,
      long: lengthen(buildBatch(bench.pick(10, 1), 'W'), LONG_LINES),
    },
    externalId: EXTERNAL_ID,
    lostAuthorization: `Bearer ${'x'.repeat(43)}`,
  };
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
