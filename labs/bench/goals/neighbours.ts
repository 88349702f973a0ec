import { addIssuerProfile } from '../../../src/organizations/access/organizations.ts';
import { API_VERSIONS, KEY_RIGHTS } from '../../../src/contracts/codes.ts';
import type { IssuerProfile } from '../../../src/contracts/issuer-profile.ts';
import type { Sample } from '../measuring/interleave.ts';
import { countRows } from '../measuring/prove.ts';
import { runClients } from '../measuring/run-clients.ts';
import { compareMedians, describeSingle, findQuantile } from '../measuring/statistics.ts';
import { waitUntil } from '../measuring/wait-until.ts';
import type { Bench } from '../open-bench.ts';
import { buildBatch, lengthen } from '../product/build-batch.ts';
import { buildIssuerNif } from '../product/build-issuer-nif.ts';
import { sendCostlyRequests } from '../product/costly-requests.ts';
import { TELLING } from '../product/open-endpoint.ts';
import { openProduct, type Product } from '../product/open-product.ts';
import type { LoadedData, RouteLoad } from '../product/load-kinds.ts';
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
/**
 * A load whose requests take longer than this to be answered is measured while they wait; the first
 * answer is awaited for longer, unless it may be a refusal.
 */
const PATIENCE_MS = { whole: 5000, quick: 500, first: 45_000 };
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
 * Goal 16: an organization that sends many of the costliest requests of one kind at the same time
 * slows another organization's reads only a little, and none of those reads fails. The routes are
 * those of the ingress's own OpenAPI documents, so that none can be forgotten.
 */
export async function measureNeighbours(bench: Bench): Promise<Finding[]> {
  // Wrong keys are limited as they are by default: without the limit, each would be looked up.
  const settings = { ...TELLING, FAILED_INVOICES_PER_HOUR: '1000000000', SESSION_RATE_LIMIT: '30' };
  await using product = await openProduct(bench, undefined, settings);
  const costly = await product.openClient(KEY_RIGHTS);
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
        const { loads } = bench.options;
        if (loads.length > 0 && !loads.some((text) => name.includes(text))) continue;
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
  { requests, isRefused = false, isOfStrangers = false }: RouteLoad,
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
    if (!isRefused) await sending.waitForAnswers(1, bench.pick(PATIENCE_MS.first, PATIENCE_MS.quick));
    await readSome(beside, bench.pick(200, 5));
    for (const [status, count] of Object.entries(await sending.stop()))
      answered[status] = (answered[status] ?? 0) + count;
  }
  const times = compareMedians(listTimes(beside), listTimes(idle));
  bench.say(
    `${times.median.toFixed(1).padStart(5)} ×, ${describeTimes(idle)} idle, ${describeTimes(beside)} beside ${name}, answered ${JSON.stringify(answered)}`,
  );
  const what = `read of one batch while another organization sends ${AT_ONCE} requests of one kind at a time: ${name}`;
  const proof = `${beside.length} reads; the costly requests were answered ${JSON.stringify(answered)}`;
  const count = (counted: string, value: number, limit: Finding['limit'] = { most: 0 }): Finding => ({
    goal: '16',
    what: counted,
    unit: 'least' in limit ? 'answers' : 'errors',
    value: describeSingle(value),
    limit,
    figures: [],
    proof,
  });
  return [
    {
      goal: '16',
      what: `Time of a ${what}, over an idle system`,
      unit: '×',
      value: times,
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
    ...(isRefused ? [] : [count(`Requests that succeeded: ${name}`, countSucceeded(answered), { least: 1 })]),
    ...(isOfStrangers
      ? []
      : [count(`Connections that broke without an answer: ${name}`, answered['0'] ?? 0)]),
  ];
}

function countSucceeded(answered: Readonly<Record<string, number>>): number {
  return Object.entries(answered).reduce(
    (sum, [status, count]) => sum + (status.startsWith('2') ? count : 0),
    0,
  );
}

function listTimes(samples: readonly Sample[]): number[] {
  return samples.map(({ ms }) => ms);
}

function describeTimes(samples: readonly Sample[]): string {
  const times = listTimes(samples);
  return `p50 ${findQuantile(times, 0.5).toFixed(1)} and p99 ${findQuantile(times, 0.99).toFixed(1)} ms`;
}

/** Prepares the data that the costly requests use. */
async function prepare(bench: Bench, product: Product, client: Client): Promise<LoadedData> {
  const worker = await product.startWorker('batches,pdfs,webhooks', TELLING);
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
  const annulledBatchId = await client.post(buildBatch(invoices, 'A'));
  await waitForNone('batches where processed_at is null');
  await issuing[Symbol.asyncDispose]();
  const set = async (method: 'POST' | 'PUT', path: string, body: object): Promise<unknown> => {
    const headers = { authorization: client.authorization, 'content-type': 'application/json' };
    const sent = Buffer.from(JSON.stringify(body));
    const answer = await sendRequest(method, `${product.rootUrl}/v2${path}`, headers, sent);
    if (answer.status >= 300) throw new Error(`${path} answered ${answer.status} ${answer.body.toString()}`);
    return JSON.parse(answer.body.toString());
  };
  for (const nif of [ISSUER_NIF, ...Array.from({ length: 100 }, (_, index) => buildIssuerNif(index))])
    await set('PUT', `/recipient_profiles/${nif}`, { buyer_reference: 'A' });
  // None of the loads but the annulments causes events of this type.
  const endpoint = { url: 'https://127.0.0.1:9/', event_types: ['invoice.annulled'] };
  const { data } = (await set('POST', '/webhook_endpoints', endpoint)) as { data: { id: number } };
  await product.pool.query('vacuum (analyze)');
  return {
    batchId,
    invoices,
    longBatchId,
    longInvoices,
    annulledBatchId,
    annulledInvoices: invoices,
    endpointId: data.id,
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
