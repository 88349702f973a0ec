import type { Sample } from '../measuring/interleave.ts';
import { countRows } from '../measuring/prove.ts';
import { sampleInvoice } from '../measuring/sample-invoice.ts';
import { waitUntil } from '../measuring/wait-until.ts';
import type { Bench } from '../open-bench.ts';
import type { ApiClient } from '../product/api-client.ts';
import { buildBatch } from '../product/build-batch.ts';
import { buildManyScriptsBatch } from '../product/build-many-scripts-batch.ts';
import { openProduct } from '../product/open-product.ts';
import { buildWaitingFindings } from '../report/build-waiting-findings.ts';
import type { Finding } from '../report/finding.ts';

const ASKERS = 90;
const SAMPLES = 7;
const PATIENCE_MS = 30_000;
const INVOICES_PER_BATCH = 100;

/**
 * Goal 9: an organization that requests many PDFs at once, all of them slow to render, does not
 * delay the PDFs of another organization.
 */
export async function measureHostileDownloads(bench: Bench): Promise<Finding[]> {
  await using product = await openProduct(bench);
  await product.startWorker('batches,pdfs');
  const small = await product.openClient();
  let sent = 0;
  const sample = async (times: Times) => {
    times.asked.push(await sampleDownload(small, (sent += 1)));
    times.unasked.push((await sampleInvoice(product, small, (sent += 1), PATIENCE_MS)).rendered);
  };
  const [warming, idle, beside] = [openTimes(), openTimes(), openTimes()];
  for (let index = 0; index < 2; index += 1) await sample(warming);
  for (let index = 0; index < SAMPLES; index += 1) await sample(idle);

  const hostile = await product.openClient();
  const ids: number[] = [];
  for (let batch = 0; batch < bench.pick(8, 2); batch += 1) {
    const id = await hostile.post(buildManyScriptsBatch(INVOICES_PER_BATCH, `D${batch}`));
    for (let position = 0; position < INVOICES_PER_BATCH; position += 1) ids.push(id * 1000 + position);
  }
  const ofHostile = `where organization_id = ${hostile.organizationId}`;
  const areIssued = async () =>
    (await countRows(product.pool, `batches ${ofHostile} and processed_at is null`)) === 0;
  await waitUntil(areIssued, 'the hostile invoices');
  const over = new AbortController();
  // The last invoices come first, because the worker has not rendered them yet.
  const ask = async () => {
    for (let id = ids.pop(); id !== undefined && !over.signal.aborted; id = ids.pop()) {
      while (!over.signal.aborted && (await hostile.downloadPdf(id)) === null);
    }
  };
  const asking = Array.from({ length: ASKERS }, ask);
  await waitUntil(
    async () => (await countRows(product.pool, `pdfs ${ofHostile}`)) > 0,
    'a hostile render batch',
  );
  for (let index = 0; index < bench.pick(SAMPLES, 2); index += 1) {
    await sample(beside);
    if ([...beside.asked, ...beside.unasked].some(({ ms }) => ms >= PATIENCE_MS)) break;
  }
  const isArchived = ids.length > 0;
  over.abort();
  await Promise.all(asking);
  if (!isArchived)
    throw new Error('The hostile downloads were over before the other organization was served');
  const beginning = "while another organization's hostile downloads run";
  const proof = 'the PDF downloaded, or found in the tables, while hostile ones are still due';
  return [
    ...buildWaitingFindings(`that a client requests ${beginning}`, idle.asked, beside.asked, proof),
    ...buildWaitingFindings(`that no client requests ${beginning}`, idle.unasked, beside.unasked, proof),
  ];
}

type Times = { readonly asked: Sample[]; readonly unasked: Sample[] };
const openTimes = (): Times => ({ asked: [], unasked: [] });

/** Sends one invoice and requests its PDF until it is available. */
async function sampleDownload(client: ApiClient, number: number): Promise<Sample> {
  const body = buildBatch(1, `A${number}`);
  const started = performance.now();
  const id = await client.post(body);
  const elapsed = () => performance.now() - started;
  const isThere = async () => (await client.downloadPdf(id * 1000)) !== null || elapsed() > PATIENCE_MS;
  await waitUntil(isThere, 'a requested PDF', { pauseMs: 50 });
  return { ms: Math.min(elapsed(), PATIENCE_MS), cpuMs: null };
}
